"""Bennett's linkage: by Grübler's count it cannot move. It does, along the curve that Bennett found."""

import numpy as np

from biela.library import bennett

m = bennett.build()
start = bennett.start(m)
print(m.check(start))
run = m.simulate(start, duration=10.0)
product = np.tan(run["A.angle"] / 2) * np.tan(run["B.angle"] / 2)
print(run)
print(f"tan(θ/2) tan(φ/2) stays between {product.min():.9f} and {product.max():.9f}; theory {np.sqrt(3):.9f}")

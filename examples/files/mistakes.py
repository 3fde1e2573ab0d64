"""What biela says about a machine file with mistakes: every problem at once, with its line and the remedy."""

from biela import files

TEXT = """\
biela: 1
name: full of mistakes
parameters:
  crank: 40 mmm            # unknown unit
  rod: 3*lenght            # misspelt
  lenth: 20 cm
bodies:
  arm: {mass: 3 m, com: [crank/2, 0, 0]}
  bar: {mas: 1 kg}
joints:
  A: {type: revolute, parent: ground, child: amr}
  B: {type: hinge, parent: arm, child: bar}
loads:
  evil: {type: user_effort, joint: A, effort: __import__('os').system('true')}
simulation:
  duration: 10 kg
"""

try:
    files.loads(TEXT, "mistakes.yaml")
except files.FileError as error:
    print(error)
    assert len(error.problems) >= 7

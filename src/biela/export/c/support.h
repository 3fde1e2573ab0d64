/* Arithmetic of the machine: the numbers, and what the kernels call besides <math.h>. */
#include <stddef.h>
#include <stdint.h>
#ifdef MACHINE_BARE /* no headers of a C library: its functions are declared here, and found when the program is linked */
#define ONE(name) double name(double); float name##f(float);
#define TWO(name) double name(double, double); float name##f(float, float);
ONE(sqrt) ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh) ONE(asinh) ONE(acosh) ONE(atanh)
ONE(exp) ONE(log) ONE(log1p) ONE(expm1) ONE(fabs) ONE(floor) ONE(ceil) ONE(erf)
TWO(atan2) TWO(pow) TWO(hypot) TWO(fmod) TWO(remainder) TWO(copysign) TWO(fmin) TWO(fmax)
double fma(double, double, double);
float fmaf(float, float, float);
void *memcpy(void *restrict, const void *restrict, size_t);
void *memset(void *, int, size_t);
int abs(int);
#define NAN __builtin_nanf("")
#define INFINITY __builtin_inff()
#else
#include <math.h>
#include <stdlib.h>
#include <string.h>
#endif

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif
#if defined(MACHINE_BARE) && defined(__GNUC__) /* instructions where the processor has them */
#define OF_C(name) __builtin_##name
#else
#define OF_C(name) name
#endif
#ifdef MACHINE_SINGLE
#define M_(name) OF_C(name##f)
#else
#define M_(name) OF_C(name)
#endif
#define M_NAN ((real)NAN)
#define M_INFINITY ((real)INFINITY)

/* a b + c, rounded once where the processor can */
#if defined(__FMA__) || defined(__aarch64__) || defined(__ARM_FEATURE_FMA) || defined(__riscv_fdiv)
#define HAS_FMA 1
#define FMA(a, b, c) M_(fma)(a, b, c)
#else
#define HAS_FMA 0
#define FMA(a, b, c) ((a) * (b) + (c))
#endif

/* a machine may need only some of these */
#ifdef __GNUC__
#define HELPER static inline __attribute__((unused))
#else
#define HELPER static inline
#endif
HELPER real sign_of(real a) { return a < 0 ? (real)-1 : a > 0 ? (real)1 : a; }
HELPER real square(real a) { return a * a; }
HELPER real min_real(real a, real b) { return b < a ? b : a; }
HELPER real max_real(real a, real b) { return b > a ? b : a; }
HELPER int64_t min_int(int64_t a, int64_t b) { return b < a ? b : a; }
HELPER int64_t max_int(int64_t a, int64_t b) { return b > a ? b : a; }

/* Sine and cosine together: Cody & Waite (1980), ch. 8; polynomials of fdlibm 5.3, k_sin.c and k_cos.c */
HELPER void sincos_of(real x, real *sine, real *cosine)
{
#ifdef MACHINE_SINGLE
    *sine = M_(sin)(x);
    *cosine = M_(cos)(x);
#else
    double n, r, z, s, c, half, w, a, b;
    int64_t q;
    if (!(x * x <= (HAS_FMA ? 1152921504606846976.0 : 274877906944.0))) { /* 2^30; 2^19 without a fused product */
        *sine = M_(sin)(x);
        *cosine = M_(cos)(x);
        return;
    }
#if HAS_FMA
    n = M_(fma)(x, 0.6366197723675814, 6755399441055744.0) - 6755399441055744.0;
    r = M_(fma)(-n, 1.5707963267948966, x);
    r = M_(fma)(-n, 6.123233995736766e-17, r);
    r = M_(fma)(-n, -1.4973849048591833e-33, r);
#else
    n = M_(floor)(x * 0.6366197723675814 + 0.5);
    r = x - n * 1.57079632673412561417e+00;
    r = r - n * 6.07710050630396597660e-11;
    r = r - n * 2.02226624879595063154e-21;
#endif
    q = (int64_t)n;
    z = r * r;
    s = 1.58969099521155010221e-10;
    s = FMA(z, s, -2.50507602534068634195e-08);
    s = FMA(z, s, 2.75573137070700676789e-06);
    s = FMA(z, s, -1.98412698298579493134e-04);
    s = FMA(z, s, 8.33333333332248946124e-03);
    s = FMA(z, s, -1.66666666666666324348e-01);
    s = FMA(r * z, s, r);
    c = -1.13596475577881948265e-11;
    c = FMA(z, c, 2.08757232129817482790e-09);
    c = FMA(z, c, -2.75573143513906633035e-07);
    c = FMA(z, c, 2.48015872894767294178e-05);
    c = FMA(z, c, -1.38888888888741095749e-03);
    c = FMA(z, c, 4.16666666666666019037e-02);
    half = z * 0.5;
    w = 1.0 - half;
    c = w + FMA(z * z, c, (1.0 - w) - half);
    a = q & 1 ? c : s;
    b = q & 1 ? s : c;
    *sine = q & 2 ? -a : a;
    *cosine = (q + 1) & 2 ? -b : b;
#endif
}

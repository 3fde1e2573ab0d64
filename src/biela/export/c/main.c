/* Runs @NAME@ and prints some of its signals as a table: cc -std=c99 -O2 machine.c main.c -lm && ./a.out > result.csv */
#include <stdio.h>
#include "machine.h"

static Machine m;

int main(void)
{
    printf("time@HEADINGS@\n");
    machine_start(&m, @START@, @STOP@);
    for (int k = 0; k <= @STEPS@; k++) {
        if (k > 0) {
            const int status = machine_advance(&m, @START@ + (@STOP@ - @START@) * (real)k / @STEPS@);
            if (status != DONE) {
                fprintf(stderr, "the run ended at t = %g s with status %d: see machine.h\n", (double)m.t, status);
                return status == STOPPED_BY_EVENT ? 0 : 1;
            }
        }
        machine_outputs(&m);
        printf("%.17g", (double)m.t);
@PRINTS@
        printf("\n");
    }
    return 0;
}

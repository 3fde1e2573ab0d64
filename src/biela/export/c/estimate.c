/* Filters a table of readings of @NAME@: cc -std=c99 -O2 filter.c estimate.c -lm && ./a.out < log.csv > estimates.csv
 *
 * The first line names the columns: time, then readings and inputs in any order; others are passed over. An empty cell is missing:
 * a reading is left out, an input keeps its value. Inputs of a row hold from its time on.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "filter.h"

#define MOST 1000
enum { NOTHING = -1, TIME = -2 };

static Filter f;
static const char *const READING[] = {@READINGNAMES@};
static const char *const INPUT[] = {@INPUTNAMES@};
static char line[1 << 16];

/* The next cell of a line, ended by a zero; NULL after the last. */
static char *next_cell(char **rest)
{
    char *const cell = *rest;
    if (cell == NULL) return NULL;
    char *const end = cell + strcspn(cell, ",\r\n");
    *rest = *end == ',' ? end + 1 : NULL;
    *end = 0;
    return cell;
}

/* What a column holds: TIME, a reading (from 0), an input (from N_READINGS), or NOTHING of use. */
static int meaning(const char *name)
{
    if (strcmp(name, "time") == 0 || strcmp(name, "t") == 0) return TIME;
    for (int i = 0; i < N_READINGS; i++)
        if (strcmp(name, READING[i]) == 0) return i;
    for (int i = 0; i < N_U; i++)
        if (strcmp(name, INPUT[i]) == 0) return N_READINGS + i;
    return NOTHING;
}

int main(void)
{
    int columns[MOST], count = 0;
    if (fgets(line, sizeof line, stdin) == NULL) return 1;
    for (char *rest = line, *cell; count < MOST && (cell = next_cell(&rest)) != NULL; count++) columns[count] = meaning(cell);
    printf("time@HEADINGS@,nis\n");
    filter_start(&f, @START@);
    while (fgets(line, sizeof line, stdin) != NULL) {
        real t = 0, z[N_READINGS], u[SIZE_(N_U)];
        char *rest = line, *cell;
        memcpy(u, f.u, sizeof u);
        for (int i = 0; i < N_READINGS; i++) z[i] = (real)NAN;
        for (int k = 0; k < count && (cell = next_cell(&rest)) != NULL; k++) {
            if (columns[k] == NOTHING || *cell == 0) continue;
            const real value = (real)strtod(cell, NULL);
            if (columns[k] == TIME) t = value;
            else if (columns[k] < N_READINGS) z[columns[k]] = value;
            else u[columns[k] - N_READINGS] = value;
        }
        const int status = filter_step(&f, t, z);
        if (status != FILTER_GOOD) {
            fprintf(stderr, "the filter ended at t = %g s with status %d: see filter.h\n", (double)t, status);
            return 1;
        }
        memcpy(f.u, u, sizeof u);
        printf("%.17g", (double)f.t);
        for (int i = 0; i < N_ESTIMATES; i++) printf(",%.17g,%.17g", (double)f.mean[i], (double)f.sigma[i]);
        printf(",%.17g\n", (double)f.nis);
    }
    return 0;
}

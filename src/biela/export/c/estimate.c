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

/* Says what is wrong with a line of the table; the exit code. */
static int refuse(long row, const char *problem, const char *what)
{
    fprintf(stderr, "line %ld of the table: %s%s\n", row, problem, what);
    return 1;
}

/* A number, or a cell that is none. */
static int is_number(const char *cell, real *value)
{
    char *end;
    *value = (real)strtod(cell, &end);
    return end != cell && end[strspn(end, " \t")] == 0 && !isinf(*value);
}

int main(void)
{
    int columns[MOST], count = 0, times = 0, readings = 0;
    long row = 1;
    if (fgets(line, sizeof line, stdin) == NULL) return refuse(row, "it is empty; the first line names the columns, time and readings.", "");
    for (char *rest = line, *cell; (cell = next_cell(&rest)) != NULL; count++) {
        if (count == MOST) return refuse(row, "there are too many columns.", "");
        columns[count] = meaning(cell);
        times += columns[count] == TIME;
        readings += columns[count] >= 0 && columns[count] < N_READINGS;
    }
    if (times != 1) return refuse(row, "one column must be called time.", "");
    if (readings == 0) return refuse(row, "no column is called like a reading, for example ", READING[0]);
    printf("time@HEADINGS@,nis\n");
    filter_start(&f, @START@);
    for (row++; fgets(line, sizeof line, stdin) != NULL; row++) {
        real t = (real)NAN, value, z[N_READINGS], u[SIZE_(N_U)];
        char *rest = line, *cell;
        if (line[strspn(line, " \t\r\n")] == 0) continue;
        if (strchr(line, '\n') == NULL && !feof(stdin)) return refuse(row, "it is too long.", "");
        memcpy(u, f.u, sizeof u);
        for (int i = 0; i < N_READINGS; i++) z[i] = (real)NAN;
        for (int k = 0; k < count && (cell = next_cell(&rest)) != NULL; k++) {
            if (columns[k] == NOTHING || *cell == 0) continue;
            if (!is_number(cell, &value)) return refuse(row, "this is not a number: ", cell);
            if (columns[k] == TIME) t = value;
            else if (columns[k] < N_READINGS) z[columns[k]] = value;
            else u[columns[k] - N_READINGS] = value;
        }
        if (!isfinite(t)) return refuse(row, "the time is missing.", "");
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
    if (row == 2) return refuse(row, "there are no rows below the names of the columns.", "");
    return 0;
}

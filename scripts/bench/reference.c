/*
 * What the kernel is measured against: the same scan over the same columns in plain C, one thread, straight from memory.
 * Years outside and holds inside, so that the compiler makes vectors of the comparisons. It knows nothing of halts, gaps
 * and prices at or below zero, which the universe of the benchmark does not have: a year counts when all its holds do.
 *
 *   cc -O3 -march=native -o reference reference.c -lm
 *   reference FILE ROUNDS     prints the milliseconds of each round, then the sums of the best Sharpe ratios
 *
 * FILE, little endian: int32 symbols, entries, years, minHold, maxHold, winners; int32 occurrences[entries * years] as
 * days; then for every symbol int32 firstDay, days; double close[days]; uint8 slip[days], filled up to 8 bytes.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_HOLDS 367
#define MOST_YEARS 98

typedef struct {
  int32_t firstDay, days;
  const double *close;
  const uint8_t *slip;
} Symbol;

typedef struct {
  double sharpe;
  int entry, hold;
} Best;

static int32_t symbols, entries, years, minHold, maxHold, winners;

static void *checked(void *memory) {
  if (memory == NULL) exit(2);
  return memory;
}

/* The Sharpe ratio of a window's long returns, in percent. */
static double sharpeOf(const double *const *close, const double *p0, int count, int hold) {
  double returns[MOST_YEARS], sum = 0, squares = 0;
  for (int k = 0; k < count; k++) {
    returns[k] = 100 * (close[k][hold] / p0[k] - 1);
    sum += returns[k];
  }
  const double mean = sum / count;
  for (int k = 0; k < count; k++) squares += (returns[k] - mean) * (returns[k] - mean);
  const double deviation = sqrt(squares / (count - 1));
  return deviation == 0 ? 0 : mean / deviation;
}

static void scan(const Symbol *symbol, const int32_t *occurrences, Best *longest, Best *shortest) {
  for (int entry = 0; entry < entries; entry++) {
    const double *close[MOST_YEARS];
    double p0[MOST_YEARS];
    int count = 0;
    for (int year = 0; year < years; year++) {
      const int day = occurrences[entry * years + year] - symbol->firstDay;
      if (day < 0 || day + maxHold > symbol->days) continue;
      close[count] = symbol->close + day - 1;
      p0[count] = symbol->close[day + symbol->slip[day]];
      count += 1;
    }
    if (count < winners) continue;
    uint8_t rises[MOST_HOLDS + 1] = {0}, falls[MOST_HOLDS + 1] = {0};
    for (int k = 0; k < count; k++) {
      const double *restrict ends = close[k];
      const double start = p0[k];
      for (int hold = minHold; hold <= maxHold; hold++) {
        rises[hold] += ends[hold] > start;
        falls[hold] += ends[hold] < start;
      }
    }
    for (int hold = minHold; hold <= maxHold; hold++) {
      if (rises[hold] < winners && falls[hold] < winners) continue;
      const double sharpe = sharpeOf(close, p0, count, hold);
      if (rises[hold] >= winners && sharpe > longest->sharpe) *longest = (Best){sharpe, entry, hold};
      if (falls[hold] >= winners && -sharpe > shortest->sharpe) *shortest = (Best){-sharpe, entry, hold};
    }
  }
}

static const unsigned char *readWhole(const char *path) {
  FILE *file = checked(fopen(path, "rb"));
  if (fseek(file, 0, SEEK_END) != 0) exit(2);
  const long size = ftell(file);
  rewind(file);
  unsigned char *content = checked(malloc(size));
  if (fread(content, 1, size, file) != (size_t)size) exit(2);
  fclose(file);
  return content;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const unsigned char *at = readWhole(argv[1]);
  const int rounds = atoi(argv[2]);
  const int32_t *header = (const int32_t *)at;
  symbols = header[0], entries = header[1], years = header[2];
  minHold = header[3], maxHold = header[4], winners = header[5];
  const int32_t *occurrences = header + 6;
  at = (const unsigned char *)(occurrences + entries * years);
  Symbol *universe = checked(malloc(symbols * sizeof(Symbol)));
  for (int s = 0; s < symbols; s++) {
    int32_t record[2];
    memcpy(record, at, sizeof record);
    const size_t bytes = record[1] * sizeof(double);
    double *close = checked(malloc(bytes));
    memcpy(close, at + 8, bytes);
    universe[s] = (Symbol){record[0], record[1], close, at + 8 + bytes};
    at += 8 + bytes + (record[1] + 7) / 8 * 8;
  }
  double sums[2] = {0, 0};
  for (int round = 0; round < rounds; round++) {
    const double start = now();
    sums[0] = sums[1] = 0;
    for (int s = 0; s < symbols; s++) {
      Best longest = {-INFINITY, 0, 0}, shortest = {-INFINITY, 0, 0};
      scan(&universe[s], occurrences, &longest, &shortest);
      if (longest.hold) sums[0] += longest.sharpe;
      if (shortest.hold) sums[1] += shortest.sharpe;
    }
    printf("%.4f\n", now() - start);
  }
  printf("%.17g %.17g\n", sums[0], sums[1]);
  return 0;
}

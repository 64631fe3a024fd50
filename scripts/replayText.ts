import { percent, plural } from '../src/answers/phrases';
import type { ReplayedSession } from '../src/core/record/replay';
import { wilsonInterval } from '../src/core/statistics/binomial';
import { summariseReplay } from '../src/jobs/replay';

/** The introduction of the report. */
export function headerLines(from: string, to: string, source: string): string[] {
  return [
    `replay of ${from}..${to}, prices: ${source}`,
    "replay: not the record; each session with the prices of the day before it; by edge alone, the model takes no part (it was not fitted point in time); the universe is today's list, which flatters longs",
  ];
}

export function sessionLine({ session, pick, outcome, random_dates: random }: ReplayedSession): string {
  if (pick === null) return `replay ${session} no pick`;
  const { symbol, direction, entry_date, exit_date, edge_score } = pick;
  const what = `replay ${session} ${symbol} ${direction} ${entry_date}..${exit_date} edge ${edge_score}`;
  if (outcome === null) return `${what} open`;
  const { result, return_pct, convention, benchmark } = outcome;
  const held = random === null ? '' : `, random dates ${percent(random.avg_return_pct)}`;
  const market = benchmark === null ? '' : `, ${benchmark.symbol} ${percent(benchmark.return_pct)}`;
  return `${what} ${result} ${percent(return_pct)}${held}${market}${convention === null ? '' : ` (${convention})`}`;
}

export function summaryLines(walked: readonly ReplayedSession[]): string[] {
  const { sessions, picks, setups, delisted, closed, benchmark, randomDates, excess, ...rest } =
    summariseReplay(walked);
  const lines = [
    `${sessions} sessions, ${picks} picks, ${picks - closed.length} open, ${closed.length} closed: ${plural(setups, 'setup')}, ${delisted} delisted`,
  ];
  if (closed.length > 0) {
    const wins = closed.filter(({ won }) => won).length;
    const { low, high } = wilsonInterval(wins, closed.length);
    const worst = closed.reduce((a, b) => (b.returnPct < a.returnPct ? b : a)).returnPct;
    lines.push(
      `won ${wins} of ${closed.length}, ${share(wins / closed.length)} (95% Wilson interval ${share(low)} to ${share(high)}, too narrow: picks overlap in time)`,
      `average ${percent(average(closed))}, median ${percent(rest.median!)}, worst ${percent(worst)}`,
      `long: ${inWords(closed.filter((one) => one.direction === 'long'))}; short: ${inWords(closed.filter((one) => one.direction === 'short'))}`,
    );
  }
  if (randomDates !== null)
    lines.push(
      `random dates of the same symbols, holds and directions, known for ${randomDates.count} of ${closed.length}: won ${share(randomDates.winRate)}, average ${percent(randomDates.mean)}, where those picks averaged ${percent(randomDates.picksMean)}`,
    );
  if (excess !== null) {
    const error =
      excess.standardError === null
        ? ''
        : `, standard error ${excess.standardError.toFixed(2)} points over ${excess.months} months`;
    lines.push(`beyond random dates: ${percent(excess.mean)} a pick${error}`);
  }
  if (benchmark !== null)
    lines.push(
      `the market's benchmark over the same sessions and directions: won ${benchmark.wins} of ${benchmark.count}, average ${percent(benchmark.mean)}`,
    );
  return lines.map((line) => `replay summary: ${line}`);
}

type Closed = ReturnType<typeof summariseReplay>['closed'];

function average(closed: Closed): number {
  return closed.reduce((sum, one) => sum + one.returnPct, 0) / closed.length;
}

function inWords(closed: Closed): string {
  if (closed.length === 0) return 'none';
  return `won ${closed.filter(({ won }) => won).length} of ${closed.length}, average ${percent(average(closed))}`;
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}

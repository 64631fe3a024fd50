import { percent, plural } from '../src/answers/phrases';
import { tallyInWords } from '../src/answers/trackRecord';
import { countedReplay, type ReplayedSession } from '../src/core/record/pickRule';
import { summariseTrack } from '../src/core/record/trackRecord';
import { wilsonInterval } from '../src/core/statistics/intervals';
import { excessOverRandomDates } from '../src/jobs/replay';

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
  const picks = countedReplay(walked);
  const { count, wins, mean, worst, long, short, open, setups, delisted, benchmark, randomDates, ...rest } =
    summariseTrack(picks);
  const excess = excessOverRandomDates(picks);
  const lines = [
    `${walked.length} sessions, ${picks.length} picks, ${open} open, ${count} closed: ${plural(setups, 'setup')}, ${delisted} delisted`,
  ];
  if (count > 0) {
    const { low, high } = wilsonInterval(wins, count);
    lines.push(
      `won ${wins} of ${count}, ${share(wins / count)} (95% Wilson interval ${share(low)} to ${share(high)}, too narrow: picks overlap in time)`,
      `average ${percent(mean!)}, median ${percent(rest.median!)}, worst ${percent(worst!.returnPct)}`,
      `long: ${tallyInWords(long)}; short: ${tallyInWords(short)}`,
    );
  }
  if (randomDates !== null)
    lines.push(
      `random dates of the same symbols, holds and directions, known for ${randomDates.count} of ${count}: won ${share(randomDates.winRate)}, average ${percent(randomDates.mean)}, where those picks averaged ${percent(randomDates.picksMean)}`,
    );
  if (excess !== null) {
    const { standardError, clusters } = excess;
    const error =
      standardError === null ? '' : `, standard error ${standardError.toFixed(2)} points over ${clusters} months`;
    lines.push(`beyond random dates: ${percent(excess.mean)} a pick${error}`);
  }
  if (benchmark.mean !== null)
    lines.push(
      `the market's benchmark over the same sessions and directions: won ${benchmark.wins} of ${benchmark.count}, average ${percent(benchmark.mean)}`,
    );
  return lines.map((line) => `replay summary: ${line}`);
}

function share(value: number): string {
  return `${(100 * value).toFixed(1)}%`;
}

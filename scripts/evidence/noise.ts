import { Command } from 'commander';
import type { ClusteredMean } from '../../src/core/statistics/clusteredMean';
import { type NoiseSearch, type NoiseSettings, noiseSearches, summariseNoise } from '../../src/jobs/evidence/noise';
import type { Terminal } from '../terminal/command';
import { progressBar } from '../terminal/progressBar';
import { formatTable } from '../terminal/table';
import { wholeNumber } from './options';

/** `npx perennial evidence noise`: searches over random walks, where every result is due to chance. */
export function noiseCommand(terminal: Terminal): Command {
  return new Command('noise')
    .description('Searches universes of random walks with a common factor and counts what is called significant.')
    .option('--searches <n>', 'universes searched', wholeNumber(1, 100_000), 200)
    .option('--symbols <n>', 'symbols of each', wholeNumber(1, 1_000), 20)
    .option('--rotations <n>', 'shuffled calendars of each search', wholeNumber(19, 99_999), 199)
    .option('--years <n>', 'lookback', wholeNumber(5, 30), 10)
    .option('--sessions <n>', 'entry sessions of a search', wholeNumber(1, 260), 10)
    .option('--min-hold <days>', 'shortest hold', wholeNumber(2, 366), 5)
    .option('--max-hold <days>', 'longest hold', wholeNumber(2, 366), 60)
    .option('--seed <text>', 'another seed gives other walks', '1')
    .action((options: NoiseSettings) => run(options, terminal));
}

async function run(settings: NoiseSettings, { out }: Terminal): Promise<void> {
  if (settings.minHold > settings.maxHold) throw new RangeError('--min-hold is above --max-hold');
  const searches: NoiseSearch[] = [];
  const progress = progressBar();
  try {
    for await (const search of noiseSearches(settings)) {
      searches.push(search);
      progress.update(searches.length / settings.searches, `${searches.length}/${settings.searches} searches`);
    }
  } finally {
    progress.stop();
  }
  out(textOf(settings, searches));
}

function textOf(settings: NoiseSettings, searches: readonly NoiseSearch[]): string {
  const { pSearch, pSymbol, notNeutral } = summariseNoise(searches);
  const { symbols, years, sessions, minHold, maxHold, rotations, seed } = settings;
  const rows = [
    ['what luck was called', 'count', 'of', 'share', '+-', 'wanted'],
    ['searches whose best window has p_search <= .05', ...cells(pSearch), '2..9 %'],
    ["symbols' strongest windows with p_symbol <= .05", ...cells(pSymbol), '4..6 %'],
    ['cards of the scans that are not neutral', ...cells(notNeutral), 'at most 7 %'],
  ];
  return [
    `${searches.length} searches of ${symbols} random walks (half of the variance shared), ${sessions} entry sessions, holds ${minHold}..${maxHold}, ${years} years, both directions, ${rotations} rotations, seed '${seed}'\n`,
    formatTable(rows, [1, 2, 3, 4]),
    '+- is the standard error, clustered by search.\n',
  ].join('');
}

function cells(share: ClusteredMean | null): string[] {
  if (share === null) return ['0', '0', '-', '-'];
  const { count, mean, standardError } = share;
  const error = standardError === null ? '-' : percent(standardError);
  return [String(Math.round(mean * count)), String(count), percent(mean), error];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

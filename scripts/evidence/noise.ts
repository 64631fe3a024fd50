import { Command, Option } from 'commander';
import type { ClusteredMean } from '../../src/core/statistics/moments';
import {
  NOISE_KINDS,
  type NoiseKind,
  type NoiseSearch,
  type NoiseSettings,
  noiseSearches,
  summariseNoise,
} from '../../src/jobs/evidence/noise';
import type { Terminal } from '../terminal/command';
import { wholeNumber } from '../terminal/options';
import { withProgress } from '../terminal/progressBar';
import { formatTable } from '../terminal/table';

interface Options extends Omit<NoiseSettings, 'kind'> {
  readonly kind?: NoiseKind;
}

/** `npx perennial evidence noise`: searches over random prices, where every result is due to chance. */
export function noiseCommand(terminal: Terminal): Command {
  return new Command('noise')
    .description('Searches universes of random prices with a common factor and counts what is called significant.')
    .addOption(new Option('--kind <kind>', 'random process of the prices (default: each in turn)').choices(NOISE_KINDS))
    .option('--searches <n>', 'universes of each kind searched', wholeNumber(1, 100_000), 200)
    .option('--symbols <n>', 'symbols of each', wholeNumber(1, 1_000), 20)
    .option('--rotations <n>', 'shuffled calendars of each search', wholeNumber(19, 99_999), 199)
    .option('--years <n>', 'lookback', wholeNumber(5, 30), 10)
    .option('--sessions <n>', 'entry sessions of a search', wholeNumber(1, 260), 10)
    .option('--min-hold <days>', 'shortest hold', wholeNumber(2, 366), 5)
    .option('--max-hold <days>', 'longest hold', wholeNumber(2, 366), 60)
    .option('--seed <text>', 'another seed gives other prices', '1')
    .action((options: Options) => run(options, terminal));
}

async function run({ kind, ...settings }: Options, { out }: Terminal): Promise<void> {
  if (settings.minHold > settings.maxHold) throw new RangeError('--min-hold is above --max-hold');
  const kinds = kind === undefined ? NOISE_KINDS : [kind];
  const rows: string[][] = [];
  await withProgress(async (progress) => {
    for (const [done, name] of kinds.entries()) {
      const searches: NoiseSearch[] = [];
      for (const search of noiseSearches({ ...settings, kind: name })) {
        searches.push(search);
        const share = (done + searches.length / settings.searches) / kinds.length;
        progress.update(share, `${name}: ${searches.length}/${settings.searches} searches`);
      }
      rows.push(rowOf(name, searches));
    }
  });
  out(textOf(settings, rows));
}

const HEADER = [
  'prices',
  'symbols',
  'p_symbol <= .05',
  '+-',
  'searches',
  'p_search <= .05',
  '+-',
  'cards',
  'not neutral',
  '+-',
];
const WANTED = ['wanted', '', '3..8 %', '', '', '2..9 %', '', '', 'at most 7 %', ''];

function rowOf(kind: NoiseKind, searches: readonly NoiseSearch[]): string[] {
  const { pSearch, pSymbol, notNeutral } = summariseNoise(searches);
  return [kind, ...cells(pSymbol), ...cells(pSearch), ...cells(notNeutral)];
}

function textOf(settings: Omit<NoiseSettings, 'kind'>, rows: readonly string[][]): string {
  const { searches, symbols, years, sessions, minHold, maxHold, rotations, seed } = settings;
  return [
    `Of each kind ${searches} searches of ${symbols} symbols (half of the variance shared), ${sessions} entry sessions, holds ${minHold}..${maxHold}, ${years} years, both directions, ${rotations} rotations, seed '${seed}'\n`,
    formatTable([HEADER, ...rows, WANTED], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    'p_symbol is of the strongest window of each symbol, p_search of the strongest of a search. +- is the standard error, clustered by search.\n',
  ].join('');
}

/** Count, share and standard error. */
function cells(share: ClusteredMean | null): string[] {
  if (share === null) return ['0', '-', '-'];
  const { count, mean, standardError } = share;
  const error = standardError === null ? '-' : percent(standardError);
  return [String(count), percent(mean), error];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

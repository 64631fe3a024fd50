import { percent } from '../../src/answers/phrases';
import type { ForwardBand, ForwardResult } from '../../src/core/evidence/forwardResult';
import { formatTable } from '../terminal/table';

/** The report: the period, the table, and its limitations. */
export function forwardText(result: ForwardResult): string {
  const { from, to, months, symbols, market, settings, unfinished, unreadable } = result;
  const { years, minHold, maxHold, rotations } = settings;
  const rows = result.tables.flatMap(({ ranking, bands }) => bands.map((band) => cells(ranking, band)));
  return [
    `${from}..${to}: ${months} months, ${symbols} symbols of market ${market}, prices: ${result.sources.join(', ')}${result.simulated ? ' (simulated)' : ''} through ${result.prices_through}, data ${result.data_version}\n`,
    `each symbol's best window of each month by each ranking, among those a scan would let through (holds ${minHold}..${maxHold}, ${years} years, ${rotations} rotations), as known before the month; what it did next, less the drift of the years it was chosen by\n\n`,
    formatTable([HEADER, ...rows], [2, 3, 4, 5, 6, 7, 8, 9]),
    '\nStandard errors (+-) are clustered by month of entry; holds reach into later months, so they are somewhat too small.\n',
    "Drift is that of the years before, random dates are the 126 sessions either side of the entry: same symbol, hold and direction. The universe is today's list, which flatters longs.\n",
    ...(unfinished > 0 ? [`${unfinished} windows are left out: not over or lacking prices.\n`] : []),
    ...(unreadable.length > 0 ? [`Stored prices that cannot be read, left out: ${unreadable.join(', ')}.\n`] : []),
  ].join('');
}

const HEADER = [
  'ranking',
  'p_symbol',
  'windows',
  'months',
  'beyond drift',
  '+-',
  'above drift',
  '+-',
  'beyond random dates',
  '+-',
];

function cells(ranking: string, band: ForwardBand): string[] {
  const share = (value: number | null) => (value === null ? '-' : `${(100 * value).toFixed(1)}%`);
  const points = (value: number | null) => (value === null ? '-' : percent(value));
  const error = (value: number | null) => (value === null ? '-' : value.toFixed(2));
  return [
    ranking,
    band.p_symbol,
    String(band.windows),
    String(band.months),
    points(band.beyond_drift_pct),
    error(band.beyond_drift_error),
    share(band.share_above_drift),
    share(band.share_error),
    points(band.beyond_random_pct),
    error(band.beyond_random_error),
  ];
}

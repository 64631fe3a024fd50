import { scanMarkets } from '../../../../generated/pages.json';
import type { Params } from '../../api/apiRequest';
import { defaultText, type InputSchema, inputFault, inputValue } from '../../ui/inputSchema';

type ScanQuery = NonNullable<Params<'/scan'>['query']>;
/** The parameters that filter, rank or limit; the page sets view and format itself. */
export type FilterName = Exclude<keyof ScanQuery, 'view' | 'include' | 'format' | 'theme'>;

export const SCHEMAS: Readonly<Record<FilterName, InputSchema>> = scanMarkets.parameters;

export const FILTER_NAMES = [
  ...(['markets', 'window', 'direction', 'min_days', 'max_days', 'years', 'pe_cycle', 'rank_by', 'limit'] as const),
  ...(['min_win_rate', 'min_years', 'min_avg_return', 'min_median_return', 'min_sharpe'] as const),
  ...(['max_p_symbol', 'max_p_search', 'min_winning_years', 'pool'] as const),
] satisfies readonly FilterName[];

export type Filters = Readonly<Record<FilterName, string>>;

export const DEFAULT_FILTERS = Object.fromEntries(
  FILTER_NAMES.map((name) => [name, defaultText(SCHEMAS[name])]),
) as Filters;

/** The filters with an invalid value. */
export function faultyFilters(filters: Filters): FilterName[] {
  return FILTER_NAMES.filter((name) => inputFault(SCHEMAS[name], filters[name]) !== null);
}

/** The query parameters; filters with their default are left out. */
export function queryOf(filters: Filters): ScanQuery {
  const given = FILTER_NAMES.filter((name) => filters[name] !== DEFAULT_FILTERS[name]);
  // The schema of each name has validated its value.
  return Object.fromEntries(given.map((name) => [name, inputValue(SCHEMAS[name], filters[name])])) as ScanQuery;
}

export const LABELS: Readonly<Record<FilterName, string>> = {
  markets: 'Markets',
  window: 'Entry within',
  direction: 'Direction',
  min_days: 'Shortest hold, days',
  max_days: 'Longest hold, days',
  years: 'Years looked back',
  pe_cycle: 'Which years',
  rank_by: 'Ranked by',
  limit: 'Most rows',
  min_win_rate: 'Win rate from',
  min_years: 'Years tested from',
  min_avg_return: 'Average return from, %',
  min_median_return: 'Median return from, %',
  min_sharpe: 'Sharpe ratio from',
  max_p_symbol: 'p of the symbol: at most',
  max_p_search: 'p of the search: at most',
  min_winning_years: 'Winning years from',
  pool: 'Candidates verified',
};

export const RANKINGS: Readonly<Record<string, string>> = {
  edge: 'Edge score',
  win_rate: 'Win rate',
  sharpe: 'Sharpe ratio',
  ml: 'Model prediction',
  avg_return: 'Average return',
  significance: 'Significance',
};

export const CYCLES: Readonly<Record<string, string>> = {
  consecutive: 'Consecutive',
  pe: 'Same year of the presidential cycle',
};

export const WINDOWS: readonly (readonly [string, string])[] = [
  ['now', 'Now: ten sessions'],
  ['next_2_weeks', 'Two weeks'],
  ['next_month', 'One month'],
];

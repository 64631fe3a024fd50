import type { Schemas } from '../../api/client';
import { symbolAddress } from '../../routes';
import { searchOf } from '../../state/useUrlState';
import { DEFAULTS, NO_SEARCH, type PageState } from './symbolQuery';

/** A window on another page. */
export interface ShownWindow {
  readonly symbol: string;
  /** Market id. */
  readonly market: string;
  readonly direction: Schemas['Direction'];
  readonly entry_date: string;
  /** Calendar days, the entry day included. */
  readonly hold_days: number;
  /** The label of the lookback on cards ("10", "8 pe2"); without it, the default of the page. */
  readonly years?: string;
  /** The request that opens the window with the search that found it; a preset has none. */
  readonly analyze_url?: string;
  /** Lookback and search of a row that has no `analyze_url`. */
  readonly search?: Partial<PageState>;
}

/** URL of a symbol's page that shows a window. */
export function windowAddress(shown: ShownWindow): string {
  const { symbol, market, direction, entry_date, hold_days, years, analyze_url, search } = shown;
  const pinned: PageState = {
    ...DEFAULTS,
    entry_date,
    days_out: String(hold_days),
    direction,
    ...lookbackOf(years),
    ...search,
    ...foundBy(analyze_url),
  };
  return symbolAddress(symbol, market) + searchOf(pinned, DEFAULTS);
}

/** The parts of `analyze_url` that only it knows: the lookback and the search. */
export function foundBy(url: string | undefined): Partial<PageState> {
  if (url === undefined) return {};
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const names = ['years', 'pe_cycle', ...Object.keys(NO_SEARCH)];
  return Object.fromEntries(names.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])));
}

/** Holds that the API counts as searched for every named window, calendar days. */
const NAMED_HOLDS = { min: 5, max: 120 };

/** The lookback and search of the rows of a scan. @param query the filters of the scan */
export function scanSearch(
  { window, markets_scanned: markets }: Schemas['ScanResponse'],
  query: Partial<Pick<Schemas['SavedScan']['query'], 'min_days' | 'max_days' | 'years' | 'pe_cycle'>>,
): Partial<PageState> {
  const { min_days: min = NAMED_HOLDS.min, max_days: max = NAMED_HOLDS.max, years, pe_cycle } = query;
  const isWider = min < NAMED_HOLDS.min || max > NAMED_HOLDS.max;
  return {
    ...(years !== undefined && { years: String(years) }),
    ...(pe_cycle !== undefined && { pe_cycle }),
    searched: window,
    ...(isWider && { searched_days: `${min}..${max}` }),
    searched_markets: markets.join(),
  };
}

function lookbackOf(label: string | undefined): Partial<PageState> {
  if (label === undefined) return {};
  const [years, cycle] = label.split(' ');
  return { years, ...(cycle !== undefined && { pe_cycle: 'pe' }) };
}

/** URL of a symbol's page that shows the window of a card. */
export function cardAddress(card: Schemas['PatternCard']): string {
  const { symbol, market, direction, setup, stats, analyze_url } = card;
  const { entry_date, hold_days } = setup;
  return windowAddress({
    symbol,
    market: market.id,
    direction,
    entry_date,
    hold_days,
    years: stats.years,
    analyze_url,
  });
}

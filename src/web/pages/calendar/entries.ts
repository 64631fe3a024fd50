import { apiRequest } from '../../api/apiRequest';
import type { Schemas } from '../../api/client';
import { useRequests } from '../../api/useRequest';
import { type Analysis, analysisRequest, DEFAULTS, fullCard } from '../symbol/symbolQuery';
import { type ShownWindow, scanSearch } from '../symbol/windowAddress';

/** A setup in the calendar. */
export interface Entry {
  readonly symbol: string;
  readonly market: string;
  readonly direction: 'long' | 'short';
  readonly date: string;
  /** Hold in calendar days. */
  readonly hold: number;
  readonly winRate: number;
  readonly mean: number;
  readonly verdict: Verdict;
  readonly pSymbol: number | null;
  readonly reading: string;
  readonly analyze_url?: string;
  /** Of a row without `analyze_url`: the search and lookback of its scan. */
  readonly search?: ShownWindow['search'];
}

/** How the p-value of the symbol compares with the limit: `beaten` = at most 0.05, `unknown` = no p-value. */
export type Verdict = 'beaten' | 'likely' | 'pending' | 'unknown';

/** P-values up to this one are significant (schema `Significance` in openapi.yaml). */
const SIGNIFICANT_P = 0.05;

/** The days of a calendar, both included, with their entries. */
export interface CalendarEntries {
  readonly from: string;
  readonly to: string;
  /** First and last date on which a shown month may start. */
  readonly starts: readonly [string, string];
  readonly entries: readonly Entry[];
  readonly summary: string;
  readonly notes: readonly string[];
  readonly disclaimer: string;
}

/** The default pool of a scan: every scan verifies so many candidates, so that this limit costs nothing more. */
const MAX_ROWS = 50;

/** A saved scan, or the default scan, over a window (`next_month` or `FROM..TO`). */
export function scanRequest(window: string, saved?: Schemas['SavedScan']) {
  const { include: _, ...query } = saved?.query ?? {};
  return apiRequest('/scan', { query: { ...query, window, view: 'table', limit: MAX_ROWS } });
}

/** @param saved the saved scan whose filters the scan used */
export function calendarOfScan(scan: Schemas['ScanResponse'], saved?: Schemas['SavedScan']): CalendarEntries {
  const search = scanSearch(scan, saved?.query ?? {});
  const [from, to] = scan.window.split('..');
  return {
    from,
    to,
    starts: startsOf(scan.generated_at),
    entries: scan.opportunities.flatMap((card) => ('entry_date' in card ? [{ ...entryOfRow(card), search }] : [])),
    summary: scan.summary,
    notes: [
      ...(scan.count === MAX_ROWS ? [`The first ${MAX_ROWS} by Sharpe ratio are shown.`] : []),
      ...(scan.capped_by_plan ? [`Your plan shows ${scan.count} of the ${scan.found_count} found.`] : []),
      ...(scan.market_failures.length > 0
        ? [`Markets ${scan.market_failures.join(', ')} could not be searched: what they hold is missing here.`]
        : []),
      ...(scan.evidence_failures > 0
        ? [`${scan.evidence_failures} candidates could not be verified: this is not all there is.`]
        : []),
    ],
    disclaimer: scan.disclaimer,
  };
}

function entryOfRow(row: Schemas['TableRow']): Entry {
  return {
    symbol: row.symbol,
    market: row.market,
    direction: row.direction,
    date: row.entry_date,
    hold: row.hold_days,
    winRate: row.historical_win_rate,
    mean: row.avg_return_pct,
    ...verdictOf(row.significance),
  };
}

function verdictOf({
  status,
  p_symbol: pSymbol,
  reading,
}: Schemas['Significance']): Pick<Entry, 'verdict' | 'pSymbol' | 'reading'> {
  if (status === 'pending') return { verdict: 'pending', pSymbol, reading };
  const verdict = pSymbol === null ? 'unknown' : pSymbol <= SIGNIFICANT_P ? 'beaten' : 'likely';
  return { verdict, pSymbol, reading };
}

/** The analyses of the demo symbols, which contain the setups of the coming year. */
export function useAnalyses(tickers: readonly string[]) {
  return useRequests(tickers.map((symbol) => analysisRequest({ symbol }, DEFAULTS)));
}

/** The setups of an analysis: the best one and the others. */
export function entriesOf({ card: best, other_setups: others }: Analysis): Entry[] {
  const card = fullCard({ card: best });
  if (card === null) return [];
  const market = card.market.id;
  return [
    {
      symbol: card.symbol,
      market,
      direction: card.direction,
      date: card.setup.entry_date,
      hold: card.setup.hold_days,
      winRate: card.receipts.historical_win_rate,
      mean: card.stats.avg_return_pct,
      analyze_url: card.analyze_url,
      ...verdictOf(card.significance),
    },
    ...others.map((other) => ({
      symbol: other.symbol,
      market,
      direction: other.direction,
      date: other.entry_date,
      hold: other.hold_days,
      winRate: other.historical_win_rate,
      mean: other.avg_return_pct,
      analyze_url: other.analyze_url,
      ...verdictOf(other.significance),
    })),
  ];
}

/** The API accepts windows that start in the year of the response. */
function startsOf(generatedAt: string): CalendarEntries['starts'] {
  const year = generatedAt.slice(0, 4);
  return [`${year}-01-01`, `${year}-12-31`];
}

import type { Schemas } from '../../api/client';
import { asking } from '../../api/question';
import { useAnswers } from '../../api/useAnswer';
import { type Analysis, analysisOf, DEFAULTS, fullCard } from '../symbol/symbolQuery';

/** A setup that may be entered on a day. */
export interface Entry {
  readonly symbol: string;
  readonly market: string;
  readonly direction: 'long' | 'short';
  readonly date: string;
  /** Calendar days. */
  readonly hold: number;
  readonly winRate: number;
  readonly mean: number;
  readonly luck: Luck;
  readonly pSymbol: number | null;
  readonly reading: string;
}

/** Whether luck alone finds something as strong: `unlikely` is what the contract calls beating luck. */
export type Luck = 'beaten' | 'likely' | 'pending' | 'unknown';

/** At most so often would luck give the symbol something as strong (contract, Significance). */
const BEATEN = 0.05;

/** Days of a calendar, both included, and what begins on them. */
export interface Listed {
  readonly from: string;
  readonly to: string;
  /** First and last date that months may begin on. */
  readonly starts: readonly [string, string];
  readonly entries: readonly Entry[];
  readonly summary: string;
  readonly notes: readonly string[];
  readonly disclaimer: string;
}

/** The pool of a scan: what every scan verifies, and so what costs nothing more. */
const MOST_ROWS = 50;

/** A saved scan, or the default one, over days; `next_month` as the server understands it. */
export function scanQuestion(window: string, saved?: Schemas['SavedScan']) {
  const { include: _, ...query } = saved?.query ?? {};
  return asking('/scan', { query: { ...query, window, view: 'table', limit: MOST_ROWS } });
}

export function listedOf(scan: Schemas['ScanResponse']): Listed {
  const [from, to] = scan.window.split('..');
  return {
    from,
    to,
    starts: startsOf(scan.generated_at),
    entries: scan.opportunities.flatMap((card) => ('entry_date' in card ? [entryOfRow(card)] : [])),
    summary: scan.summary,
    notes: [
      ...(scan.count === MOST_ROWS ? [`The first ${MOST_ROWS} by Sharpe ratio are shown.`] : []),
      ...(scan.capped_by_plan ? [`Your plan shows ${scan.count} of what was found: ${scan.shown_of_evaluated}.`] : []),
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
    ...luckOf(row.significance),
  };
}

function luckOf({
  status,
  p_symbol: pSymbol,
  reading,
}: Schemas['Significance']): Pick<Entry, 'luck' | 'pSymbol' | 'reading'> {
  if (status === 'pending') return { luck: 'pending', pSymbol, reading };
  const luck = pSymbol === null ? 'unknown' : pSymbol <= BEATEN ? 'beaten' : 'likely';
  return { luck, pSymbol, reading };
}

/** What visitors may ask about, symbol by symbol: the setups of the coming year. */
export function useAnalyses(tickers: readonly string[]) {
  return useAnswers(tickers.map((symbol) => analysisOf({ symbol }, DEFAULTS)));
}

/** The setups of an analysis, the best and the others. */
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
      ...luckOf(card.significance),
    },
    ...others.map((other) => ({
      symbol: other.symbol,
      market,
      direction: other.direction,
      date: other.entry_date,
      hold: other.hold_days,
      winRate: other.historical_win_rate,
      mean: other.avg_return_pct,
      ...luckOf(other.significance),
    })),
  ];
}

/** Windows begin in the year of the answer: the API refuses others. */
function startsOf(generatedAt: string): Listed['starts'] {
  const year = generatedAt.slice(0, 4);
  return [`${year}-01-01`, `${year}-12-31`];
}

import type { Market } from '../../core/calendar/market';
import type { Flag, Refusal } from '../../ingest/readings';
import type { FeedRun } from '../../storage/feeds';
import { counted, findingLines, shortened, waitingLine } from '../importReport';
import type { WaitingBars } from '../waitingBars';

/** Outcomes of a symbol, with their texts in the report. */
export const OUTCOMES = {
  new: 'first prices',
  updated: 'new bars',
  restated: 'history anew',
  unchanged: 'nothing new',
  late: 'no bar of the session yet',
  held: 'held back: npm run feeds -- review',
  vanished: 'unknown to the provider; its prices stay',
  failed: 'failed',
} as const;

export type Outcome = keyof typeof OUTCOMES;

export interface SymbolReport {
  readonly ticker: string;
  readonly outcome: Outcome;
  /** Number of new rows. */
  readonly rows: number;
  readonly detail: string;
  readonly refused: readonly Refusal[];
  readonly flags: readonly Flag[];
}

/** The result of one run of a feed. */
export interface FeedReport {
  /** The provider's name. */
  readonly provider: string;
  readonly market: Market;
  readonly symbols: readonly SymbolReport[];
  readonly run: FeedRun;
  readonly seconds: number;
  /** Number of simulated symbols removed: real and simulated prices are never stored together. */
  readonly simulatedGone: number;
}

/** Outcomes whose symbols the report lists: the others need no attention. */
const LISTED: readonly Outcome[] = ['failed', 'held', 'vanished', 'restated', 'late'];
const MOST_LINES = 12;

/** Whether a run needs no attention: no symbol failed, was held or vanished, and some have prices of the session. */
export function isWhole({ run }: Pick<FeedReport, 'run'>): boolean {
  const { due, failed, held, vanished, updated, unchanged } = run;
  return due === 0 || (failed === 0 && held === 0 && vanished === 0 && updated + unchanged > 0);
}

/**
 * The summary of a run for a person, like that of an import.
 *
 * @param waiting bars of the market that are not served until more of its symbols have theirs
 */
export function formatFeedReport(
  { provider, market, symbols, run, seconds, simulatedGone }: FeedReport,
  waiting: WaitingBars | null,
): string {
  const head = `${provider}, market ${market.id} ${market.name}, through ${run.session}:`;
  if (run.due === 0) return `${head} nothing is due`;
  const files = symbols.map(({ ticker, refused, flags }) => ({ path: ticker, refused, flags }));
  return [
    head,
    ...LISTED.flatMap((outcome) => outcomeLines(outcome, symbols)),
    ...findingLines(files),
    ...waitingLine(waiting),
    ...(simulatedGone > 0
      ? [
          `The sandbox has ended: its ${counted(simulatedGone)} simulated symbols went; only real prices are served then.`,
        ]
      : []),
    ...(run.ended === null ? [] : [`It ended early: ${run.ended}`]),
    `${counted(run.due)} symbols: ${counted(run.updated)} updated (${counted(run.rows)} new rows), ${counted(run.unchanged)} as they ` +
      `were, ${counted(run.held)} held, ${counted(run.vanished)} vanished, ${counted(run.failed)} failed, ` +
      `${counted(run.left)} left for the next run, in ${seconds.toFixed(1)} s`,
  ].join('\n');
}

function outcomeLines(outcome: Outcome, symbols: readonly SymbolReport[]): string[] {
  const matching = symbols.filter((symbol) => symbol.outcome === outcome);
  if (matching.length === 0) return [];
  const lines = matching.map(({ ticker, detail }) => `    ${ticker}${detail === '' ? '' : `: ${detail}`}`);
  return [`  ${outcome} ${counted(matching.length)}: ${OUTCOMES[outcome]}`, ...shortened(lines, MOST_LINES, 'symbols')];
}

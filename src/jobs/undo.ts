import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock';
import type { Market } from '../core/calendar/market';
import type { UndoneImport } from '../storage/importUndo';
import type { PriceRunKind } from '../storage/priceHistory';
import type { PriceStore } from '../storage/prices';
import { symbolsLine } from './symbols';

/**
 * Undoes the last import, acceptance of held prices, removal or renaming of symbols: restores prices, names and market
 * memberships. A running service uses them from the next request on. Only the last change can be undone, once. Lists of members
 * (`perennial symbols FILE`) cannot.
 *
 * @throws Error if there is nothing to undo
 */
export async function undoLastImport(prices: PriceStore, clock: Clock): Promise<UndoneImport> {
  const run = { id: randomUUID(), kind: 'undo', at: clock.now(), marketId: null, label: 'nothing' } as const;
  const undone = await prices.write(run, (changes) => changes.undoImport());
  if (undone === null)
    throw new Error(
      'there is nothing to undo: only the last import, acceptance of held prices, removal or renaming is kept, and only once',
    );
  return undone;
}

/** Names of the kinds of runs in the report. */
const KIND_NAMES: Partial<Record<PriceRunKind, string>> = {
  import: 'import',
  feed: 'acceptance of held prices',
  rename: 'renaming',
  remove: 'removal',
};

/** The report for the user. */
export function formatUndone({ run, restored, removed }: UndoneImport, markets: readonly Market[]): string {
  const market = markets.find(({ id }) => id === run.marketId)?.name ?? '';
  const where = run.marketId === null ? '' : ` into market ${run.marketId} ${market}`;
  return [
    `undone: the ${KIND_NAMES[run.kind]} of ${run.at.toISOString()}${where} (${run.label})`,
    ...symbolsLine('as they were before', restored),
    ...symbolsLine('gone again', removed),
  ].join('\n');
}

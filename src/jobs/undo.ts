import type { Market } from '../core/calendar/market';
import type { PriceStore } from '../storage/ports';
import type { UndoneImport } from '../storage/rows';

/** Nothing can be undone. The message is for the person who asked. */
export class UndoError extends Error {
  override readonly name = 'UndoError';
}

/**
 * Undoes the last import: prices, names and members of its market are what they were before it. A running service serves
 * them from the next request on. Only the last import is kept, and undoing is not undone. Tests: undo.command.test.ts.
 *
 * @throws UndoError when there is nothing to undo
 */
export async function undoLastImport(prices: PriceStore): Promise<UndoneImport> {
  const undone = await prices.write((changes) => changes.undoImport());
  if (undone === null) throw new UndoError('there is no import to undo: only the last one is kept, and only once');
  return undone;
}

const MOST_NAMED = 12;

/** The outcome for a person. */
export function formatUndone({ run, restored, removed }: UndoneImport, markets: readonly Market[]): string {
  const market = markets.find(({ id }) => id === run.marketId)?.name ?? '';
  const named = (what: string, symbols: readonly string[]) => {
    if (symbols.length === 0) return [];
    const more = symbols.length > MOST_NAMED ? ', ...' : '';
    return [`  ${what} ${symbols.length}: ${symbols.slice(0, MOST_NAMED).join(', ')}${more}`];
  };
  return [
    `undone: the import of ${run.at.toISOString()} into market ${run.marketId} ${market} (${run.label})`,
    ...named('as they were before', restored),
    ...named('gone again', removed),
  ].join('\n');
}

import { toIso } from '../../src/core/calendar/dates';
import { tickerKey } from '../../src/core/calendar/ticker';
import { type Bars, barsChange } from '../../src/core/window/bars';
import { type FeedDeps, FeedError } from '../../src/jobs/feeds/deps';
import { acceptHeld, rejectHeld, type Waiting, waitingForReview } from '../../src/jobs/feeds/feedAdmin';
import { feedName } from '../../src/services/operator/feedAdmin';
import type { Feed } from '../../src/storage/feeds';
import type { Terminal } from '../terminal/command';

interface Decisions {
  readonly accept?: readonly string[];
  readonly reject?: readonly string[];
}

/** Lists held prices, or applies a decision. @throws FeedError naming symbols without held prices */
export async function review(
  deps: FeedDeps,
  feeds: readonly Feed[],
  { accept = [], reject = [] }: Decisions,
  { out }: Terminal,
) {
  const waiting = await waitingForReview(deps, feeds);
  const accepted = chosen(waiting, accept);
  const rejected = chosen(waiting, reject);
  if (rejected.some((one) => accepted.includes(one))) throw new FeedError('the same symbol is accepted and rejected');
  for (const one of accepted) {
    const lost = lostDays(await deps.prices.bars(one.held.ticker), one.held.bars);
    await acceptHeld(deps, one);
    out(
      `accepted: ${one.held.ticker}, ${one.held.bars.day.length} bars of ${one.held.source}${lost > 0 ? `; ${lost} stored days were lost` : ''}\n`,
    );
  }
  for (const one of rejected) {
    await rejectHeld(deps, one);
    out(`rejected: ${one.held.ticker} keeps its prices, and ${feedName(one.feed)} does not ask for it until resumed\n`);
  }
  if (accept.length + reject.length > 0) return;
  out(
    waiting.length === 0
      ? 'nothing is held back\n'
      : `${(await Promise.all(waiting.map((one) => shown(deps, one)))).join('\n')}\n`,
  );
}

function chosen(waiting: readonly Waiting[], names: readonly string[]): Waiting[] {
  if (names.length === 1 && names[0].toLowerCase() === 'all') return [...waiting];
  return names.map((name) => {
    const found = waiting.find(({ held }) => tickerKey(held.ticker) === tickerKey(name));
    if (found === undefined) throw new FeedError(`nothing of '${name}' is held back`);
    return found;
  });
}

/** Stored days without a held bar: accepting the held prices deletes their bars. */
function lostDays(stored: Bars | null, held: Bars): number {
  return barsChange(stored, held).removed;
}

/** The stored and the held series by their first and last days; the reason says where they differ. */
async function shown({ prices }: FeedDeps, { feed, held }: Waiting): Promise<string> {
  const stored = await prices.bars(held.ticker);
  const lost = lostDays(stored, held.bars);
  const spanOf = (day: Int32Array) => `${day.length} bars, ${toIso(day[0])}..${toIso(day[day.length - 1])}`;
  return [
    `${held.ticker} (${feedName(feed)}), held since ${held.heldAt.toISOString()}`,
    `  why:    ${held.reason}`,
    `  stored: ${stored === null ? 'none' : spanOf(stored.day)}`,
    `  held:   ${spanOf(held.bars.day)}`,
    ...(lost > 0 ? [`  ${lost} stored days have no held bar, and are lost if they are accepted`] : []),
    `  npm run feeds -- review --accept or --reject ${held.ticker}`,
  ].join('\n');
}

import type { ReplayedChoice } from '../../../src/core/record/pickRule';
import type { ReplayStore } from '../../../src/storage/computedResults';
import type { OpenStorage } from './contract';

const CARD = { symbol: 'KO', headline: 'Ä – “text”' };

function choice(session: string, symbol: string | null): ReplayedChoice {
  const told = { session, rule_version: 2, as_of: '2024-06-20' };
  if (symbol === null) return { ...told, pick: null, reason: 'no setup qualified' };
  const dates = { entry_date: '2024-06-24', exit_date: '2024-07-15', hold_days: 22 };
  return { ...told, pick: { symbol, market: '0', direction: 'short', ...dates, edge_score: 61 }, reason: null };
}

/** Tests that the ReplayStore of every database passes. */
export function replaysContract(open: OpenStorage): void {
  let replays: ReplayStore;
  beforeEach(async () => {
    ({ replays } = await open());
  });

  test('choices are read back in the order of their sessions', async () => {
    expect(await replays.choices('r')).toEqual([]);
    await replays.put('r', choice('2024-06-24', null), null);
    await replays.put('r', choice('2024-06-21', 'KO'), CARD);
    const both = [choice('2024-06-21', 'KO'), choice('2024-06-24', null)];
    expect(await replays.choices('r')).toEqual(both);
    expect(await replays.card('r', '2024-06-21')).toEqual(CARD);
    for (const session of ['2024-06-24', '2024-06-25']) expect(await replays.card('r', session)).toBeNull();
  });

  test('the first choice of a session stays', async () => {
    await replays.put('r', choice('2024-06-21', 'KO'), CARD);
    await replays.put('r', choice('2024-06-21', 'PG'), { symbol: 'PG' });
    expect(await replays.choices('r')).toEqual([choice('2024-06-21', 'KO')]);
    expect(await replays.card('r', '2024-06-21')).toEqual(CARD);
  });

  test('choices of other rules are not returned, and are deleted with the next one stored', async () => {
    await replays.put('r', choice('2024-06-21', 'KO'), CARD);
    expect(await replays.choices('s')).toEqual([]);
    expect(await replays.card('s', '2024-06-21')).toBeNull();
    await replays.put('s', choice('2024-06-24', null), null);
    expect(await replays.choices('r')).toEqual([]);
    expect(await replays.choices('s')).toEqual([choice('2024-06-24', null)]);
  });
}

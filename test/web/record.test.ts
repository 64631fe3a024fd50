import { LEDGER_TOOLS } from '../../scripts/ledger';
import { evaluatedPicks } from '../../src/answers/pickEvaluation';
import type { LedgerBody, LedgerEntry, LedgerRecord } from '../../src/core/record/ledger';
import { trackedPicks } from '../../src/core/record/trackRecord';
import { verifyLedger } from '../../src/core/record/verification';
import { sealed } from '../../src/storage/hashes';
import { Chain } from '../../src/web/record/chain';
import { disagreements, holds } from '../../src/web/record/claims';
import { chainOf, outcomeEntry, pickEntry, wholeChain } from '../helpers/ledgerEntries';

type Loose = Record<string, unknown>;
const copy = (records: readonly LedgerRecord[]): Loose[] => JSON.parse(JSON.stringify(records));

async function chained(records: readonly unknown[]): Promise<Chain> {
  const chain = new Chain();
  for (const record of records) await chain.add(record);
  return chain;
}

/** One entry of every type, to be chained with others after them. */
function entries(): LedgerEntry[] {
  return wholeChain().map(({ hash: _hash, ...entry }) => entry);
}

/** A record with its own hash computed again, as a forger would do. */
function resealed(record: Loose, over: Loose): Loose {
  const { hash: _hash, ...body } = { ...record, ...over };
  return sealed(body as never as LedgerBody) as never;
}

/** A chain whose hashes are computed again after a forged beginning. */
function rechained(records: readonly Loose[]): Loose[] {
  const done: Loose[] = [];
  for (const record of records) done.push(resealed(record, { prev_hash: done.at(-1)?.hash ?? '0'.repeat(64) }));
  return done;
}

test('an intact chain has no fault, with characters beyond ASCII too', async () => {
  const records = chainOf(...entries(), pickEntry('2025-08-01', { symbol: 'ÄÖ”😀' }));
  const chain = await chained(copy(records));
  expect(chain.faults).toEqual([]);
  expect(chain.head).toEqual({ seq: records.length, hash: records.at(-1)!.hash });
  expect((await chained([])).head).toEqual({ seq: 0, hash: '0'.repeat(64) });
});

const TAMPERED: [what: string, tamper: (records: Loose[]) => unknown[], problem: RegExp][] = [
  ['a return', (r) => [...r.slice(0, 3), { ...r[3], return_pct: 99 }, ...r.slice(4)], /hashes to/],
  [
    'a nested number',
    (r) => [{ ...r[0], ml: { ...(r[0].ml as object), ml_win_prob: 0.99 } }, ...r.slice(1)],
    /hashes to/,
  ],
  ['a field added', (r) => [{ ...r[0], note: '' }, ...r.slice(1)], /hashes to/],
  ['a record resealed', (r) => [resealed(r[0], { symbol: 'NVDA' }), ...r.slice(1)], /hash of the record before/],
  ['a record left out', (r) => [...r.slice(0, 2), ...r.slice(3)], /missing or out of order/],
  ['the first left out', (r) => r.slice(1), /missing or out of order/],
  ['two exchanged', (r) => [r[1], r[0], ...r.slice(2)], /missing or out of order/],
  ['a hash', (r) => [{ ...r[0], hash: 'ab'.repeat(32) }, ...r.slice(1)], /hashes to/],
  ['null instead of a record', (r) => [...r.slice(0, 2), null, ...r.slice(3)], /is no record/],
  [
    'a session, all resealed',
    (r) => rechained([{ ...r[0], session: '2024-11-29' }, ...r.slice(1)]),
    /published on 2024-12-02/,
  ],
  [
    'a time, all resealed',
    (r) => rechained([...r.slice(0, 5), { ...r[5], published_at: '2024-12-01T00:00:00Z' }]),
    /before the record that precedes/,
  ],
  ['an invalid time', (r) => rechained([...r.slice(0, 5), { ...r[5], published_at: 'soon' }]), /no instant/],
  [
    'a pick changed, all resealed',
    (r) => rechained([{ ...r[0], symbol: 'NVDA' }, ...r.slice(1)]),
    /refers to record 1/,
  ],
  ['a repeated outcome', (r) => rechained([...r.slice(0, 4), { ...r[3], seq: 5 }]), /repeats an earlier one/],
];

test.each(TAMPERED)('the browser finds a fault as the server does: %s', async (_what, tamper, problem) => {
  const records = tamper(copy(wholeChain()));
  const chain = await chained(records);
  expect(chain.faults.map((fault) => fault.problem).join('; ')).toMatch(problem);
  const source = records.map((record) => ({ record, damage: null }));
  expect(verifyLedger(source, LEDGER_TOOLS).faults).not.toEqual([]);
});

test('a chain that was rewritten as a whole has no fault, but lacks a head that was noted before', async () => {
  const records = wholeChain();
  const forged = chainOf(pickEntry('2024-12-02', { symbol: 'NVDA' }));
  const chain = await chained(copy(forged));
  expect(chain.faults).toEqual([]);
  expect(holds(chain, records[0].hash)).toBe(false);
  expect(chain.find({ seq: 1, hash: records[0].hash })).toBeUndefined();
  expect(holds(await chained(copy(records)), ` ${records[2].hash.toUpperCase()} `)).toBe(true);
});

describe('the picks that are shown', () => {
  const records = chainOf(...entries(), (r) => outcomeEntry(r[1], -3, { published_at: '2025-08-01T22:00:00.000Z' }));
  const shown = evaluatedPicks(
    trackedPicks(records, false).map((one) => ({
      ...one,
      probability: one.pick.ml.ml_win_prob,
      record: { seq: one.pick.seq, hash: one.pick.hash },
    })),
  );
  const disagreed = async (over: (pick: (typeof shown.picks)[number]) => object, picks = shown.picks) =>
    disagreements(await chained(copy(records)), {
      replay: false,
      picks: picks.map((pick) => ({ ...pick, ...over(pick) })),
    });

  test('agree with the records that they are made of, including a correction', async () => {
    expect(shown.picks.map((pick) => pick.return_pct)).toEqual([-3, -0.5]);
    expect(await disagreed(() => ({}))).toEqual([]);
  });

  test.each([
    ['return_pct', 12],
    ['symbol', 'NVDA'],
    ['direction', 'long'],
    ['entry_date', '2024-01-01'],
    ['edge_score', 100],
  ])('are reported if their %s differs', async (field, value) => {
    const found = await disagreed((pick) => (pick.symbol === 'BRK-B' ? { [field]: value } : {}));
    expect(found.join()).toContain(`${field} is not what the ledger says`);
  });

  test('are reported if one is missing, one is not in the ledger, or a replay has a record', async () => {
    expect(await disagreed(() => ({}), shown.picks.slice(1))).toEqual([
      'the ledger holds 2 picks of this kind, 1 are shown',
    ]);
    const nowhere = await disagreed(() => ({ record: { seq: 3, hash: 'ab'.repeat(32) } }));
    expect(nowhere).toContain('AAPL of 2024-12-02 is not in the ledger as it is shown');
    const chain = await chained(copy(records));
    expect(disagreements(chain, { replay: true, picks: shown.picks })).toHaveLength(2);
  });
});

import { LEDGER_TOOLS, recordsIn } from '../../../scripts/ledger';
import type { LedgerBody, LedgerRecord } from '../../../src/core/record/ledger';
import { type LedgerVerdict, verifyLedger } from '../../../src/core/record/verification';
import { canonical, hashOf, sealed } from '../../../src/storage/hashes';
import { chainOf, outcomeEntry, pickEntry, randomDatesEntry, wholeChain } from '../../helpers/ledgerEntries';

const linesOf = (records: readonly LedgerRecord[]) => records.map((record) => canonical(record));
const check = (lines: readonly string[]): LedgerVerdict => verifyLedger(recordsIn(lines.join('\n')), LEDGER_TOOLS);
const checkRecords = (records: readonly LedgerRecord[]) => check(linesOf(records));

test('the hash of a record is that of its canonical form, as sha256sum computes it', () => {
  // printf '{"a":1,"b":[true,null],"é":"€"}' | sha256sum
  const want = 'ffeca3812196ab6d82cf2bf1912393e7f7181148701585ad005ddb393ece222f';
  expect(hashOf({ é: '€', b: [true, null], a: 1 })).toBe(want);
});

test('an unchanged chain has no fault, and contains every earlier head', () => {
  const records = wholeChain();
  const verdict = checkRecords(records);
  expect(verdict.faults).toEqual([]);
  expect(verdict.count).toBe(6);
  expect(verdict.head).toEqual({ seq: 6, hash: records[5].hash });
  for (const { hash, seq } of records) expect(verdict.hashes.get(hash)).toBe(seq);
});

test('an empty file is a chain without records', () => {
  expect(verifyLedger([], LEDGER_TOOLS)).toMatchObject({
    faults: [],
    count: 0,
    head: { seq: 0, hash: '0'.repeat(64) },
  });
});

/** Each byte is changed in one of four ways. */
test('any changed, removed or inserted byte is located at its record', () => {
  const changes: readonly ((text: string, at: number) => string)[] = [
    (text, at) => `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`,
    (text, at) => {
      const c = text[at];
      const other = c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase();
      return other === c
        ? `${text.slice(0, at)} ${text.slice(at)}`
        : `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
    },
    (text, at) => text.slice(0, at) + text.slice(at + 1),
    (text, at) => `${text.slice(0, at)} ${text.slice(at)}`,
  ];
  const lines = linesOf(wholeChain());
  for (const [index, line] of lines.entries()) {
    for (let at = 0; at < line.length; at++) {
      const { faults } = check([...lines.slice(0, index), changes[at % changes.length](line, at)]);
      expect({ index, at, first: faults[0]?.position }).toEqual({ index, at, first: index + 1 });
    }
  }
});

/** Seals every record from `from` on again, as a forger with access to the file would. */
function resealed(records: readonly LedgerRecord[], from: number): LedgerRecord[] {
  const forged = records.slice(0, from);
  for (const { hash: _, ...body } of records.slice(from)) {
    const prev_hash = forged.at(-1)?.hash ?? body.prev_hash;
    forged.push(sealed({ ...body, seq: forged.length + 1, prev_hash } as LedgerBody));
  }
  return forged;
}

describe('forgeries', () => {
  const records = wholeChain();
  const positions = (forged: readonly LedgerRecord[]) => checkRecords(forged).faults.map(({ position }) => position);

  test('a record that is changed and sealed again breaks the link of the next', () => {
    const { hash: _, ...body } = records[1];
    const forged = records.map((r, i) => (i === 1 ? sealed({ ...body, edge_score: 99 } as LedgerBody) : r));
    expect(checkRecords(forged).faults).toEqual([
      { position: 3, seq: 3, problem: expect.stringContaining('prev_hash') },
    ]);
  });

  test('sealing all later records again makes a valid chain, which does not contain an earlier saved head', () => {
    const edited = records.map((r, i) => (i === 1 ? { ...r, edge_score: 99 } : r)) as LedgerRecord[];
    const { hashes } = checkRecords(resealed(edited.slice(0, 3), 1));
    expect(hashes.has(records[0].hash)).toBe(true);
    expect(hashes.has(records[2].hash)).toBe(false);
  });

  test('a removed record is located at its position', () => {
    expect(positions([records[0], ...records.slice(2)])[0]).toBe(2);
    expect(positions(records.slice(1))[0]).toBe(1);
  });

  test('two swapped records are located', () => {
    expect(positions([records[1], records[0], ...records.slice(2)])[0]).toBe(1);
  });

  const rules: [string, () => LedgerRecord[], RegExp][] = [
    [
      'a second pick of a session',
      () => chainOf(pickEntry('2024-12-02'), pickEntry('2024-12-02', { symbol: 'MSFT' })),
      /repeats record 1: session 2024-12-02/,
    ],
    [
      'a backdated pick',
      () => chainOf(pickEntry('2024-11-29', { published_at: '2024-12-02T15:00:00.000Z' })),
      /is of session 2024-11-29 and was published on 2024-12-02/,
    ],
    ['descending times', () => chainOf(pickEntry('2024-12-03'), pickEntry('2024-12-02')), /before the record/],
    ['an invalid time', () => chainOf(pickEntry('2024-12-03', { published_at: 'noon' })), /not an instant/],
    [
      'two outcomes of a pick',
      () =>
        chainOf(
          pickEntry('2024-12-02'),
          (r) => outcomeEntry(r[0], 1),
          (r) => outcomeEntry(r[0], 2),
        ),
      /repeats record 2: outcome 1/,
    ],
    [
      'two sets of random dates of a pick',
      () =>
        chainOf(
          pickEntry('2024-12-02'),
          (r) => outcomeEntry(r[0], 1),
          (r) => randomDatesEntry(r[0]),
          (r) => randomDatesEntry(r[0]),
        ),
      /repeats record 3: random_dates 1/,
    ],
    [
      'random dates of a pick without an outcome',
      () => chainOf(pickEntry('2024-12-02'), (r) => randomDatesEntry(r[0])),
      /compares record 1, which has no outcome before it/,
    ],
    [
      'random dates of a record that is no pick',
      () =>
        chainOf(
          pickEntry('2024-12-02'),
          (r) => outcomeEntry(r[0], 1),
          (r) => randomDatesEntry(r[1]),
        ),
      /scores record 2, which is no pick/,
    ],
    [
      'an outcome of an unknown record',
      () => chainOf(pickEntry('2024-12-02'), (r) => outcomeEntry({ ...r[0], hash: 'f'.repeat(64) }, 1)),
      /refers to record 1/,
    ],
    [
      'an outcome of an outcome',
      () =>
        chainOf(
          pickEntry('2024-12-02'),
          (r) => outcomeEntry(r[0], 1),
          (r) => outcomeEntry(r[1], 1),
        ),
      /which is no pick/,
    ],
    [
      'a type that does not exist',
      () => chainOf({ ...pickEntry('2024-12-02'), type: 'pik' } as never),
      /its type is 'pik'/,
    ],
  ];
  test.each(rules)('%s', (_, forge, problem) => {
    const forged = forge();
    const { faults } = checkRecords(forged);
    expect(faults).toEqual([{ position: forged.length, seq: forged.length, problem: expect.stringMatching(problem) }]);
  });
});

test('answers of the API and arrays of records are read like lines', () => {
  const records = wholeChain();
  for (const text of [JSON.stringify({ records, count: 5 }), JSON.stringify(records, null, 2)]) {
    expect(verifyLedger(recordsIn(text), LEDGER_TOOLS).faults).toEqual([]);
  }
});

import BetterSqlite3 from 'better-sqlite3';
import { LEDGER_TOOLS } from '../../scripts/ledger';
import { sessionsBetween } from '../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../src/core/calendar/dates';
import { type LedgerRecord, sessionKey } from '../../src/core/record/ledger';
import { verifyLedger } from '../../src/core/record/verification';
import { LedgerDamagedError } from '../../src/storage/errors';
import type { RecordStore } from '../../src/storage/ledger';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { CARD, pickEntry, TAMPERINGS } from '../helpers/ledgerEntries';
import { migratedFiles } from '../helpers/migratedFiles';
import { describeWithPostgres, statements } from '../helpers/postgres';
import { startChild } from '../helpers/process';

/** What other programs do to the record: the database refuses it, or it is noticed. */

const SESSIONS = ['2024-12-02', '2024-12-03', '2024-12-04'];
const LATER = sessionsBetween('nyse', fromIso('2025-01-02'), fromIso('2025-02-14')).map(toIso);

let url: string;
let storage: Storage;
let records: RecordStore;

const pick = (session: string, into = records) =>
  into.append(sessionKey(session), () => ({ entry: pickEntry(session), card: CARD }));
const faultsOf = async () => verifyLedger(await records.stored(), LEDGER_TOOLS).faults;

type Refusal = readonly [sql: string, reason: RegExp];
const NEXT = "(SELECT hash FROM ledger_record WHERE seq = 3), 'x', '{}'";
const REFUSALS: readonly Refusal[] = [
  ['UPDATE ledger_record SET body = body', /append-only/],
  ['UPDATE ledger_record SET seq = 9 WHERE seq = 2', /append-only/],
  ['DELETE FROM ledger_record WHERE seq = 2', /append-only/],
  ['DELETE FROM ledger_record', /append-only/],
  ["UPDATE ledger_card SET card = '{}'", /append-only/],
  ['DELETE FROM ledger_card', /append-only/],
  [`INSERT INTO ledger_record VALUES (5, 'k', ${NEXT})`, /next link/],
  ["INSERT INTO ledger_record VALUES (4, 'k', 'fork', 'x', '{}')", /next link/],
  [`INSERT INTO ledger_record VALUES (4, 'session 2024-12-02', ${NEXT})`, /unique|next link/],
];

interface Dialect {
  newDatabase(): Promise<string>;
  /** Runs SQL as a client that is not this program. */
  run(sql: string): Promise<unknown>;
  /** The same without the triggers, as a user who may remove them can. */
  tamper(sql: string): Promise<unknown>;
  readonly refusals: readonly Refusal[];
}

function suite({ newDatabase, run, tamper, refusals }: Dialect): void {
  beforeEach(async () => {
    url = await newDatabase();
    storage = await openStorage(url);
    records = storage.records;
    for (const session of SESSIONS) await pick(session);
  });
  afterEach(() => storage.close());

  test.each([...REFUSALS, ...refusals])('%s is refused', async (sql, reason) => {
    await expect(run(sql)).rejects.toThrow(reason);
    expect(await faultsOf()).toEqual([]);
    expect(await records.all()).toHaveLength(3);
  });

  test.each(TAMPERINGS)('%s without the triggers is detected and located', async (sql, problem) => {
    await tamper(sql);
    expect((await faultsOf())[0]).toMatchObject({ position: 2, problem: expect.stringMatching(problem) });
  });

  test.each([
    ["UPDATE ledger_record SET body = replace(body, '61', '62') WHERE seq = 2", /record 2 .*was changed/],
    ['DELETE FROM ledger_record WHERE seq = 3', /record 3 .*was removed/],
  ])('after %s while the service runs, the record is neither served nor continued', async (sql, problem) => {
    await records.all();
    await tamper(sql);
    await expect(records.all()).rejects.toThrow(LedgerDamagedError);
    await expect(records.head()).rejects.toThrow(problem);
    await expect(pick('2024-12-05')).rejects.toThrow(problem);
  });

  test('the same text written again while the service runs changes nothing', async () => {
    const before = await records.all();
    await tamper('UPDATE ledger_record SET body = body WHERE seq = 2');
    expect(await records.all()).toEqual(before);
  });

  test('two processes that append the same sessions at once append each once', async () => {
    const children = [1, 2].map(() => startChild('appendPicks', url, '0', ...LATER));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.send('go');
    const made: string[] = [];
    for (const child of children) {
      for (let line = await child.line(); line !== 'done'; line = await child.line()) {
        if (line.endsWith('made')) made.push(line.split(' ')[0]);
      }
    }
    expect(made.sort()).toEqual(LATER);
    const all = (await records.all()) as Extract<LedgerRecord, { session: string }>[];
    expect(all.map(({ session }) => session)).toEqual([...SESSIONS, ...LATER]);
    expect(await faultsOf()).toEqual([]);
  });
}

describe('the record in SQLite', () => {
  const run = async (...sql: string[]) => {
    const client = new BetterSqlite3(url);
    try {
      for (const one of sql) client.exec(one);
    } finally {
      client.close();
    }
  };
  const TRIGGERS = ['record', 'card'].flatMap((table) => [`${table}_no_update`, `${table}_no_delete`]);
  const tamper = (sql: string) =>
    run(...TRIGGERS.map((name) => `DROP TRIGGER ledger_${name}`), 'PRAGMA foreign_keys = OFF', sql);
  suite({
    newDatabase: migratedFiles(),
    run,
    tamper,
    refusals: [
      [`INSERT OR REPLACE INTO ledger_record VALUES (2, 'k', ${NEXT})`, /next link/],
      [`INSERT OR REPLACE INTO ledger_record VALUES (4, 'session 2024-12-02', ${NEXT})`, /next link/],
      [`INSERT INTO ledger_record VALUES (NULL, 'k', ${NEXT})`, /next link/],
      ["INSERT OR REPLACE INTO ledger_card VALUES (1, '{}')", /append-only/],
    ],
  });

  test('a change of any byte of a record or its card is detected', async () => {
    await tamper('SELECT 1');
    const client = new BetterSqlite3(url);
    for (const [table, column] of [
      ['ledger_record', 'body'],
      ['ledger_card', 'card'],
    ]) {
      const text = client.prepare(`SELECT ${column} FROM ${table} WHERE seq = 1`).pluck().get() as string;
      const write = client.prepare(`UPDATE ${table} SET ${column} = ? WHERE seq = 1`);
      for (let at = 0; at < text.length; at++) {
        write.run(`${text.slice(0, at)}${text[at] === '3' ? '4' : '3'}${text.slice(at + 1)}`);
        expect({ at, first: (await faultsOf())[0]?.position }).toEqual({ at, first: 1 });
      }
      write.run(text);
      expect(await faultsOf()).toEqual([]);
    }
    client.close();
  });

  test('a process killed after any statement leaves the whole record or nothing, and the next can append', async () => {
    let kills = 0;
    for (let stop = 1; stop < LATER.length; stop++) {
      const child = startChild('appendPicks', url, String(stop), LATER[stop]);
      expect(await child.line()).toBe('ready');
      const before = (await records.head()).seq;
      child.send('go');
      if ((await child.line()) !== 'stopped') break;
      kills += 1;
      await child.kill();
      expect(await faultsOf()).toEqual([]);
      const after = (await records.head()).seq;
      expect(after === before || (after === before + 1 && (await records.card(after)) !== null)).toBe(true);
      await pick(LATER[stop]);
      expect((await records.head()).seq).toBe(before + 1);
      expect(await faultsOf()).toEqual([]);
    }
    // Killed after each statement before the commit: lock, read all records, find the key, insert the record, insert the card.
    expect(kills).toBe(5);
  });
});

describeWithPostgres('the record in PostgreSQL', ({ emptied }) => {
  const run = (...sql: string[]) => statements(url, sql);
  const triggers = (does: string) =>
    ['ledger_record', 'ledger_card'].map((table) => `ALTER TABLE ${table} ${does} TRIGGER ALL`);
  suite({
    newDatabase: emptied,
    run,
    tamper: (sql) => run(...triggers('DISABLE'), sql, ...triggers('ENABLE')),
    refusals: [
      ['TRUNCATE ledger_record CASCADE', /append-only/],
      ["INSERT INTO ledger_card VALUES (1, '{}') ON CONFLICT (seq) DO UPDATE SET card = '{}'", /append-only/],
    ],
  });

  test('its chain is that of SQLite, byte for byte', async () => {
    const other = await openStorage(':memory:');
    for (const session of SESSIONS) await pick(session, other.records);
    expect(await records.stored()).toEqual(await other.records.stored());
    expect(JSON.stringify(await records.all())).toBe(JSON.stringify(await other.records.all()));
    await other.close();
  });

  test('a process killed while it appends leaves nothing, and the next process can append', async () => {
    const child = startChild('appendPicks', url, '1', LATER[0]);
    expect(await child.line()).toBe('ready');
    child.send('go');
    expect(await child.line()).toBe('stopped');
    const next = pick(LATER[0]);
    await child.kill();
    expect((await next)?.seq).toBe(SESSIONS.length + 1);
    expect(await faultsOf()).toEqual([]);
  });
});

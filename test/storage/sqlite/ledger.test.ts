import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { LEDGER_TOOLS } from '../../../scripts/ledger';
import { sessionsBetween } from '../../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { type LedgerRecord, sessionKey } from '../../../src/core/record/ledger';
import { verifyLedger } from '../../../src/core/record/verification';
import { LedgerDamagedError } from '../../../src/storage/errors';
import type { RecordStore } from '../../../src/storage/ledger';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { CARD, pickEntry, TAMPERINGS } from '../../helpers/ledgerEntries';
import { startChild } from '../../helpers/process';
import { tempFolder } from '../../helpers/tempFolder';

const folder = tempFolder();
let files = 0;
const open: Storage[] = [];

async function opened(): Promise<{ file: string; ledger: RecordStore }> {
  const file = join(folder, `${++files}.sqlite`);
  const storage = await openStorage(file);
  open.push(storage);
  return { file, ledger: storage.records };
}
afterEach(async () => {
  for (const storage of open.splice(0)) await storage.close();
});

const pick = (ledger: RecordStore, session: string) =>
  ledger.append(sessionKey(session), () => ({ entry: pickEntry(session), card: CARD }));
const faultsOf = async (ledger: RecordStore) => verifyLedger(await ledger.stored(), LEDGER_TOOLS).faults;

describe('the database itself refuses', () => {
  const record = "(SELECT hash FROM ledger_record WHERE seq = 2), 'x', '{}'";
  test.each([
    ['UPDATE ledger_record SET body = body', /append-only/],
    ['UPDATE ledger_record SET seq = 9 WHERE seq = 2', /append-only/],
    ['DELETE FROM ledger_record WHERE seq = 2', /append-only/],
    ['DELETE FROM ledger_record', /append-only/],
    ["UPDATE ledger_card SET card = '{}'", /append-only/],
    ['DELETE FROM ledger_card', /append-only/],
    [`INSERT OR REPLACE INTO ledger_record VALUES (2, 'k', ${record})`, /next link/],
    [`INSERT OR REPLACE INTO ledger_record VALUES (3, 'session 2024-12-02', ${record})`, /next link/],
    [`INSERT INTO ledger_record VALUES (4, 'k', ${record})`, /next link/],
    ["INSERT INTO ledger_record VALUES (3, 'k', 'fork', 'x', '{}')", /next link/],
    [`INSERT INTO ledger_record VALUES (NULL, 'k', ${record})`, /next link/],
    ["INSERT OR REPLACE INTO ledger_card VALUES (1, '{}')", /append-only/],
  ])('%s', async (sql, reason) => {
    const { file, ledger } = await opened();
    await pick(ledger, '2024-12-02');
    await pick(ledger, '2024-12-03');
    const other = new BetterSqlite3(file);
    expect(() => other.exec(sql)).toThrow(reason);
    other.close();
    expect(await faultsOf(ledger)).toEqual([]);
    expect(await ledger.all()).toHaveLength(2);
  });
});

describe('a change without the triggers is detected and located', () => {
  async function tampered(change: (db: BetterSqlite3.Database) => void) {
    const { file, ledger } = await opened();
    for (const session of ['2024-12-02', '2024-12-03', '2024-12-04']) await pick(ledger, session);
    const db = new BetterSqlite3(file);
    const triggers = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'ledger%'")
      .pluck()
      .all();
    for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
    change(db);
    db.close();
    return { faults: await faultsOf(ledger), ledger };
  }

  test.each(TAMPERINGS)('%s', async (sql, problem) => {
    const { faults } = await tampered((db) => db.exec(`PRAGMA foreign_keys = OFF; ${sql}`));
    expect(faults[0]).toMatchObject({ position: 2, problem: expect.stringMatching(problem) });
  });

  test('each byte of a stored record and of a card', async () => {
    const { ledger, file } = await opened();
    for (const session of ['2024-12-02', '2024-12-03']) await pick(ledger, session);
    const db = new BetterSqlite3(file);
    for (const name of ['ledger_record_no_update', 'ledger_card_no_update']) db.exec(`DROP TRIGGER ${name}`);
    for (const [table, column] of [
      ['ledger_record', 'body'],
      ['ledger_card', 'card'],
    ]) {
      const text = db.prepare(`SELECT ${column} FROM ${table} WHERE seq = 1`).pluck().get() as string;
      const write = db.prepare(`UPDATE ${table} SET ${column} = ? WHERE seq = 1`);
      for (let at = 0; at < text.length; at++) {
        write.run(`${text.slice(0, at)}${text[at] === '3' ? '4' : '3'}${text.slice(at + 1)}`);
        expect({ at, first: (await faultsOf(ledger))[0]?.position }).toEqual({ at, first: 1 });
      }
      write.run(text);
      expect(await faultsOf(ledger)).toEqual([]);
    }
    db.close();
  });

  test('a record that is no longer JSON is refused', async () => {
    const { ledger } = await tampered((db) => db.exec("UPDATE ledger_record SET body = '{' WHERE seq = 2"));
    await expect(ledger.page(0, 10)).rejects.toThrow(LedgerDamagedError);
  });
});

describe('several processes', () => {
  const sessions = sessionsBetween('nyse', fromIso('2024-10-01'), fromIso('2024-11-15')).map(toIso);

  test('two concurrent processes append every session once', async () => {
    const { file, ledger } = await opened();
    const children = [1, 2].map(() => startChild('appendPicks', file, '0', ...sessions));
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.send('go');
    const made: string[] = [];
    for (const child of children) {
      for (let line = await child.line(); line !== 'done'; line = await child.line()) {
        if (line.endsWith('made')) made.push(line.split(' ')[0]);
      }
    }
    expect(made.sort()).toEqual(sessions);
    expect(
      (await ledger.all()).map((record) => (record as Extract<LedgerRecord, { session: string }>).session),
    ).toEqual(sessions);
    expect(await faultsOf(ledger)).toEqual([]);
  });

  test('a process killed after any statement leaves the whole record or nothing, and the next can append', async () => {
    const { file, ledger } = await opened();
    let kills = 0;
    for (let stop = 1; stop < 30; stop++) {
      const session = sessions[stop];
      const child = startChild('appendPicks', file, String(stop), session);
      expect(await child.line()).toBe('ready');
      const before = (await ledger.head()).seq;
      child.send('go');
      const line = await child.line();
      if (line !== 'stopped') break;
      kills += 1;
      await child.kill();
      expect(await faultsOf(ledger)).toEqual([]);
      const after = (await ledger.head()).seq;
      expect(after === before || (after === before + 1 && (await ledger.card(after)) !== null)).toBe(true);
      await pick(ledger, session);
      expect((await ledger.head()).seq).toBe(before + 1);
      expect(await faultsOf(ledger)).toEqual([]);
    }
    // Killed after each statement before the commit: lock, read all records, find the key, insert the record, insert the card.
    expect(kills).toBe(5);
  });
});

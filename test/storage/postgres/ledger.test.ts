import { LEDGER_TOOLS } from '../../../scripts/ledger';
import { sessionKey } from '../../../src/core/record/ledger';
import { verifyLedger } from '../../../src/core/record/verification';
import { LedgerDamagedError } from '../../../src/storage/errors';
import type { RecordStore } from '../../../src/storage/ledger';
import { openStorage } from '../../../src/storage/open';
import type { Storage } from '../../../src/storage/storage';
import { CARD, pickEntry, TAMPERINGS } from '../../helpers/ledgerEntries';
import { describeWithPostgres, statements } from '../../helpers/postgres';
import { startChild } from '../../helpers/process';

const SESSIONS = ['2024-12-02', '2024-12-03', '2024-12-04'];

const pick = (records: RecordStore, session: string) =>
  records.append(sessionKey(session), () => ({ entry: pickEntry(session), card: CARD }));
const faultsOf = async (records: RecordStore) => verifyLedger(await records.stored(), LEDGER_TOOLS).faults;

describeWithPostgres('the record on PostgreSQL', ({ emptied }) => {
  let url: string;
  let storage: Storage;
  let records: RecordStore;
  beforeEach(async () => {
    url = await emptied();
    storage = await openStorage(url);
    records = storage.records;
    for (const session of SESSIONS) await pick(records, session);
  });
  afterEach(() => storage.close());

  /** Changes rows as a user who may disable the triggers can. */
  const tamper = (...changes: string[]) => {
    const each = (does: string) =>
      ['ledger_record', 'ledger_card'].map((table) => `ALTER TABLE ${table} ${does} TRIGGER ALL`);
    return statements(url, [...each('DISABLE'), ...changes, ...each('ENABLE')]);
  };

  test('its chain is that of SQLite, byte for byte', async () => {
    const other = await openStorage(':memory:');
    for (const session of SESSIONS) await pick(other.records, session);
    expect(await records.stored()).toEqual(await other.records.stored());
    expect(JSON.stringify(await records.all())).toBe(JSON.stringify(await other.records.all()));
    await other.close();
  });

  test.each(TAMPERINGS)('%s is detected and located', async (sql, problem) => {
    expect(await faultsOf(records)).toEqual([]);
    await tamper(sql);
    const [fault] = await faultsOf(records);
    expect(fault).toMatchObject({ position: 2, problem: expect.stringMatching(problem) });
  });

  test.each([
    ['a text', "UPDATE ledger_record SET body = replace(body, '61', '62') WHERE seq = 2", /record 2 .*was changed/],
    ['the same text written again', 'UPDATE ledger_record SET body = body WHERE seq = 2', null],
    ['the last record removed', 'DELETE FROM ledger_record WHERE seq = 3', /record 3 .*was removed/],
  ])('%s, while the service runs', async (_, sql, problem) => {
    const before = await records.all();
    await tamper(sql);
    if (problem === null) expect(await records.all()).toEqual(before);
    else {
      await expect(records.all()).rejects.toThrow(LedgerDamagedError);
      await expect(records.head()).rejects.toThrow(problem);
      await expect(pick(records, '2024-12-05')).rejects.toThrow(problem);
    }
  });

  test('if three connections append the same sessions at once, each is stored once, and all read one chain', async () => {
    const stores = await Promise.all(Array.from({ length: 3 }, () => openStorage(url)));
    const sessions = Array.from({ length: 12 }, (_, i) => `2024-12-${10 + i}`);
    for (const session of sessions) {
      const made = await Promise.all(stores.map(({ records: of }) => pick(of, session)));
      expect(made.filter((record) => record !== null)).toHaveLength(1);
    }
    const chains = await Promise.all(stores.map(({ records: of }) => of.all()));
    expect(chains[0]).toHaveLength(SESSIONS.length + sessions.length);
    for (const chain of chains) expect(chain).toEqual(chains[0]);
    expect(await faultsOf(records)).toEqual([]);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('a process killed while it appends leaves nothing, and the next process can append', async () => {
    const child = startChild('appendPicks', url, '1', '2024-12-05');
    expect(await child.line()).toBe('ready');
    child.send('go');
    expect(await child.line()).toBe('stopped');
    const next = pick(records, '2024-12-05');
    await child.kill();
    expect((await next)?.seq).toBe(SESSIONS.length + 1);
    expect(await faultsOf(records)).toEqual([]);
  });
});

import type { Knex } from 'knex';
import type { WatchedArea } from '../../../src/storage/database';
import { openStorage } from '../../../src/storage/open';
import { openPostgres, type PostgresDatabase } from '../../../src/storage/postgres';
import { weekdayBars } from '../../helpers/bars';
import { DatabaseProxy } from '../../helpers/databaseProxy';
import { eventually } from '../../helpers/eventually';
import { describeWithPostgres, PATIENT_REQUESTS, statements } from '../../helpers/postgres';
import { storeBars, storedBars } from '../../helpers/storage';

const BARS = weekdayBars('2024-01-01', '2024-03-01', (day) => 100 + (day % 7));

describeWithPostgres('revisions', ({ emptied }) => {
  let url: string;
  let database: PostgresDatabase;
  let knex: Knex;
  beforeEach(async () => {
    url = await emptied();
    database = await openPostgres(url);
    knex = database.knex;
  });
  afterEach(async () => {
    await database.close();
  });

  const moved = async (area: WatchedArea, change: () => Promise<unknown>) => {
    const before = await database.revision(area);
    await change();
    await eventually(async () => (await database.revision(area)) > before);
  };
  const byAnotherClient = (sql: string) => statements(url, [sql]);
  /** The connections of all processes that listen to this database. */
  const listeners = async (): Promise<number[]> => {
    const named = { application_name: 'perennial listening', datname: knex.raw('current_database()') };
    return knex('pg_stat_activity').where(named).whereLike('query', 'LISTEN%').pluck('pid');
  };

  test.each<[WatchedArea, string]>([
    ['prices', "INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')"],
    ['feeds', "UPDATE revision SET value = value + 1 WHERE area = 'feeds'"],
    [
      'models',
      `INSERT INTO model (version, data_version, code_version, simulated, trained_through, created_at, content)
       VALUES ('v', 'd', 'c', false, 0, 0, '{}')`,
    ],
    ['nulls', "INSERT INTO null_distribution (key, data_version, content, created_at) VALUES ('k', 'd', 'x', 0)"],
  ])('%s: a write of another client moves the revision', async (area, sql) => {
    await moved(area, () => byAnotherClient(sql));
  });

  test('a rolled-back write moves no revision', async () => {
    const areas = ['prices', 'feeds', 'models', 'nulls'] as const;
    const all = () => Promise.all(areas.map((area) => database.revision(area)));
    const before = await all();
    await byAnotherClient("BEGIN; INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO'); ROLLBACK");
    // After its own change a process knows of everything stored before.
    await database.change('prices', async () => {});
    expect(await all()).toEqual(before);
  });

  test('revisions can be read while the database is away, and changes of that time are found afterwards', async () => {
    const proxy = await DatabaseProxy.before(url);
    const cutOff = await openPostgres(proxy.url);
    try {
      const before = await cutOff.revision('prices');
      proxy.cut();
      for (let i = 0; i < 100; i++) expect(await cutOff.revision('prices')).toBe(before);
      await byAnotherClient("INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')");
      await proxy.pass();
      await eventually(async () => (await cutOff.revision('prices')) > before);
    } finally {
      await cutOff.close();
      await proxy.close();
    }
  });

  test('without its listening connection a process finds the change by polling, and listens again', async () => {
    await database.revision('prices');
    await eventually(async () => (await listeners()).length === 1);
    const [first] = await listeners();
    await moved('prices', async () => {
      await knex.raw('SELECT pg_terminate_backend(?)', [first]);
      await byAnotherClient("INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')");
    });
    await eventually(async () => (await listeners()).some((pid) => pid !== first));
  });

  test('a change without a notification is found by polling', async () => {
    await byAnotherClient('ALTER TABLE revision DISABLE TRIGGER revision_notifies');
    try {
      await moved('prices', () => byAnotherClient("INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')"));
    } finally {
      await byAnotherClient('ALTER TABLE revision ENABLE TRIGGER revision_notifies');
    }
  });

  test('a revision that goes back, as after restoring a backup, also counts as a change', async () => {
    const before = await database.revision('prices');
    await byAnotherClient("UPDATE revision SET value = value - 1 WHERE area = 'prices'");
    await eventually(async () => (await database.revision('prices')) === before - 1);
  });

  test('the recorded data version includes what another client stores during a write', async () => {
    const { prices, close } = await openStorage(url, PATIENT_REQUESTS);
    await storeBars(prices, { symbol: 'KO', markets: ['0'] }, BARS);
    const other = await knex.transaction();
    await other('price_series').update({ hash: 'x' });
    const stored = storeBars(prices, { symbol: 'PEP', markets: ['0'] }, BARS);
    const waiting = { wait_event_type: 'Lock', datname: knex.raw('current_database()') };
    await eventually(async () => (await knex('pg_stat_activity').where(waiting).first('pid')) !== undefined);
    await other.commit();
    await stored;
    const [{ dataVersion }] = await prices.history.runs(1);
    expect(dataVersion).toBe((await prices.index()).dataVersion);
    await close();
  });

  test('the index is never newer than the revision that is read alone', async () => {
    const [one, other] = [await openStorage(url, PATIENT_REQUESTS), await openStorage(url, PATIENT_REQUESTS)];
    await one.prices.revision();
    for (const symbol of ['A', 'B', 'C', 'D', 'E']) {
      await storeBars(other.prices, { symbol, markets: ['0'] }, BARS);
      const { revision } = await one.prices.index();
      expect(await one.prices.revision()).toBe(revision);
      expect(await storedBars(one.prices, symbol)).toEqual(BARS);
    }
    await one.close();
    await other.close();
  });
});

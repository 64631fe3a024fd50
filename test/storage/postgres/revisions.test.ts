import type { Knex } from 'knex';
import type { WatchedArea } from '../../../src/storage/database';
import { openPostgres, type PostgresDatabase } from '../../../src/storage/postgres/database';
import { openPostgresStorage } from '../../../src/storage/postgres/open';
import { weekdayBars } from '../../helpers/bars';
import { eventually } from '../../helpers/eventually';
import { describeWithPostgres, PATIENT_REQUESTS, statements } from '../../helpers/postgres';
import { enrol, storeBars, storedBars } from '../../helpers/storage';
import { smallModel } from '../../helpers/storedModel';

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
    jest.restoreAllMocks();
    await database.close();
  });

  const moved = async (room: WatchedArea, change: () => Promise<unknown>) => {
    const before = await database.revision(room);
    await change();
    await eventually(async () => (await database.revision(room)) > before);
  };
  const byAnotherClient = (sql: string) => statements(url, [sql]);
  /** The connections that listen to this database, of whatever process. */
  const listeners = async (): Promise<number[]> => {
    const named = { application_name: 'perennial listening', datname: knex.raw('current_database()') };
    return knex('pg_stat_activity').where(named).whereLike('query', 'LISTEN%').pluck('pid');
  };

  test.each<[WatchedArea, string]>([
    ['prices', "INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')"],
    ['feeds', 'UPDATE feed_revision SET value = value + 1'],
    [
      'models',
      `INSERT INTO model (version, data_version, code_version, simulated, trained_through, created_at, content)
       VALUES ('v', 'd', 'c', false, 0, 0, '{}')`,
    ],
    [
      'nulls',
      `INSERT INTO null_distribution (key, data_version, content, holder, claimed_until, created_at)
       VALUES ('k', 'd', 'x', 'h', 0, 0)`,
    ],
  ])('%s: what another client stores is heard of', async (room, sql) => {
    await moved(room, () => byAnotherClient(sql));
  });

  test('a claim that is not computed, and what was rolled back, move none', async () => {
    const rooms4 = ['prices', 'feeds', 'models', 'nulls'] as const;
    const all = () => Promise.all(rooms4.map((room) => database.revision(room)));
    const before = await all();
    await byAnotherClient(
      `INSERT INTO null_distribution (key, data_version, holder, claimed_until, created_at) VALUES ('k', 'd', 'h', 0, 0)`,
    );
    await byAnotherClient("BEGIN; INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO'); ROLLBACK");
    await database.revisions.caughtUp();
    expect(await all()).toEqual(before);
  });

  test('asking takes no round trip, and goes on while the database is away', async () => {
    const before = await database.revision('prices');
    jest.spyOn(database.requests, 'ask').mockRejectedValue(new Error('away'));
    for (let i = 0; i < 100; i++) expect(await database.revision('prices')).toBe(before);
    await database.revisions.caughtUp();
    expect(await database.revision('prices')).toBe(before);
    jest.restoreAllMocks();
    await moved('prices', () => byAnotherClient("INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')"));
  });

  test('before it was ever told, an error is one', async () => {
    jest.spyOn(database.work, 'ask').mockRejectedValue(new Error('away'));
    await expect(database.revision('prices')).rejects.toThrow('away');
    jest.restoreAllMocks();
    expect(await database.revision('prices')).toBeGreaterThanOrEqual(0);
  });

  test('the first time it is asked with the patience of work, and no more afterwards', async () => {
    const [request, work] = [jest.spyOn(database.requests, 'ask'), jest.spyOn(database.work, 'ask')];
    await database.revision('prices');
    await database.revisions.caughtUp();
    expect(work.mock.invocationCallOrder).toHaveLength(1);
    expect(work.mock.invocationCallOrder[0]).toBeLessThan(request.mock.invocationCallOrder[0]);
  });

  test('who could not listen finds it by looking, and listens again', async () => {
    await database.revision('prices');
    await eventually(async () => (await listeners()).length === 1);
    const [first] = await listeners();
    await moved('prices', async () => {
      await knex.raw('SELECT pg_terminate_backend(?)', [first]);
      await byAnotherClient("INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')");
    });
    await eventually(async () => (await listeners()).some((pid) => pid !== first));
  });

  test('what nobody tells is found by looking', async () => {
    await byAnotherClient('ALTER TABLE revision DISABLE TRIGGER revision_told');
    try {
      await moved('prices', () => byAnotherClient("INSERT INTO symbol (ticker, key) VALUES ('KO', 'KO')"));
    } finally {
      await byAnotherClient('ALTER TABLE revision ENABLE TRIGGER revision_told');
    }
  });

  test('one that goes back, as of a backup, is another one too', async () => {
    const before = await database.revision('prices');
    await byAnotherClient('UPDATE revision SET value = value - 1 WHERE id = 1');
    await eventually(async () => (await database.revision('prices')) === before - 1);
  });

  test('a store knows at once what it wrote itself', async () => {
    const storage = await openPostgresStorage(url, PATIENT_REQUESTS);
    const { prices, records, close } = storage;
    const first = await prices.revision();
    await enrol(prices, '0', 'KO');
    const second = await prices.revision();
    expect(second).toBeGreaterThan(first);
    const models = await records.models.revision();
    await records.models.put(smallModel(), new Date(0));
    expect(await records.models.revision()).toBeGreaterThan(models);
    expect((await prices.index()).revision).toBe(second);
    await close();
  });

  test('an index is never ahead of the revision that is asked for alone', async () => {
    const [one, other] = [
      await openPostgresStorage(url, PATIENT_REQUESTS),
      await openPostgresStorage(url, PATIENT_REQUESTS),
    ];
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

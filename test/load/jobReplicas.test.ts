import { setTimeout as sleep } from 'node:timers/promises';
import { LEDGER_TOOLS } from '../../scripts/ledger';
import type { RecordOf } from '../../src/core/record/ledger';
import { verifyLedger } from '../../src/core/record/verification';
import { DatabaseUnavailableError } from '../../src/storage/errors';
import { openStorage } from '../../src/storage/open';
import type { Storage } from '../../src/storage/storage';
import { fixedClock } from '../helpers/clock';
import { fakePredictor } from '../helpers/fakePredictor';
import { describeWithPostgres, statements } from '../helpers/postgres';
import { startChild } from '../helpers/process';
import { type ComposedService, type ComposeOptions, composeService } from '../helpers/service';
import { storeBars } from '../helpers/storage';
import { winterUniverse } from '../helpers/universe';

jest.setTimeout(600_000);

const SYMBOLS = winterUniverse();
const MORNING = '2024-11-04T15:10:00Z';

describeWithPostgres('replicas on one database', ({ fresh }) => {
  let url: string;
  let storage: Storage;
  let replicas: ComposedService[] = [];
  beforeEach(async () => {
    url = await fresh();
    storage = await openStorage(url);
  });
  afterEach(async () => {
    await Promise.all(replicas.splice(0).map(({ service }) => service.close()));
    await storage.close();
  });

  const started = async (count: number, now: string, options?: ComposeOptions) => {
    const all = Array.from({ length: count }, () => composeService(url, fixedClock(now), options));
    replicas = await Promise.all(all);
    await Promise.all(replicas.map(({ service }) => service.warm()));
    return replicas;
  };
  const tickAll = () => Promise.all(replicas.map(({ service }) => service.schedule.tick()));
  const said = (text: string) =>
    replicas.flatMap((one) => one.logged().filter(({ msg }) => String(msg).includes(text)));
  const done = (what: string) => said('job done').filter((line) => what in line).length;
  const store = async () => {
    for (const symbol of SYMBOLS) await storeBars(storage.prices, symbol, symbol.bars);
  };
  const recorded = async (...types: string[]) =>
    (await storage.records.all()).filter(({ type }) => types.includes(type));
  const sessions = async () =>
    (await recorded('pick', 'no_pick')).map((record) => (record as RecordOf<'pick'> | RecordOf<'no_pick'>).session);
  const faults = async () => verifyLedger(await storage.records.stored(), LEDGER_TOOLS).faults;
  const untilPicked = async () => {
    while ((await sessions()).length === 0) {
      // The statement by which a tick waits for its jobs may be on a connection that the test ends.
      await tickAll().catch((error) => {
        if (!(error instanceof DatabaseUnavailableError)) throw error;
      });
      await sleep(50);
    }
  };

  test('three replicas: one record a session, one outcome a pick, and each session is predicted once', async () => {
    await store();
    let looks = 0;
    const pickPredictor = async (...asked: Parameters<typeof fakePredictor>) => {
      looks += 1;
      return fakePredictor(...asked);
    };
    await started(3, '2024-11-01T22:00:00Z', { pickPredictor });
    const days = ['04', '05', '06', '07', '08', '11', '12', '13', '14', '15', '18', '19', '20', '21', '22'];
    for (const day of days) {
      for (const { clock } of replicas) clock.set(`2024-11-${day}T15:10:00Z`);
      await tickAll();
    }
    expect(await sessions()).toEqual(days.map((day) => `2024-11-${day}`));
    expect(looks).toBe(days.length);
    expect(done('hash')).toBe(days.length);
    const picks = (await recorded('pick')).length;
    expect(picks).toBeGreaterThan(3);
    // Prices are reloaded in the background: a pick whose prices are not loaded yet is scored at a later tick.
    let now = Date.parse('2025-06-20T23:30:00Z');
    while ((await recorded('outcome')).length < picks) {
      for (const { clock } of replicas) clock.set(new Date(now));
      await tickAll();
      now += 600_000;
    }
    await tickAll();
    expect((await recorded('outcome')).length).toBe(picks);
    expect(said('job failed')).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('when the replica that picks is killed, another makes the pick once, and the ledger verifies', async () => {
    await store();
    const child = startChild('pickDaily', url, MORNING);
    expect(await child.line()).toBe('at work');
    await started(2, MORNING, { pickPredictor: fakePredictor });
    await tickAll();
    expect(await sessions()).toEqual([]);
    await child.kill();
    await untilPicked();
    await tickAll();
    expect(await sessions()).toEqual(['2024-11-04']);
    expect(done('hash')).toBe(1);
    expect(await faults()).toEqual([]);
  });

  test('when every connection ends during a pick, the pick is made once, and the ledger verifies', async () => {
    await store();
    let looks = 0;
    const pickPredictor = async (...asked: Parameters<typeof fakePredictor>) => {
      looks += 1;
      if (looks === 1) {
        await statements(url, [
          `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'perennial%'`,
        ]);
      }
      return fakePredictor(...asked);
    };
    await started(2, MORNING, { pickPredictor });
    await untilPicked();
    await tickAll();
    expect(await sessions()).toEqual(['2024-11-04']);
    expect(await faults()).toEqual([]);
  });

  test('three replicas that start together generate the sandbox once and all serve it', async () => {
    await started(3, MORNING);
    expect(said('simulated prices stored')).toHaveLength(1);
    const versions = new Set(replicas.map(({ service }) => service.app.basis.dataVersion()));
    expect(versions).toEqual(new Set([(await storage.prices.index()).dataVersion]));
    for (const { clock } of replicas) clock.set('2024-11-06T05:06:00Z');
    await tickAll();
    expect(said('simulated prices stored')).toHaveLength(2);
    expect(done('sandbox')).toBe(1);
  });

  test('a model is trained once and serves all replicas', async () => {
    await started(2, MORNING, { env: { TRAIN: 'auto', WORKERS: '1' } });
    await Promise.all(replicas.map(({ service }) => service.queue.settled()));
    await tickAll();
    await Promise.all(replicas.map(({ service }) => service.queue.settled()));
    expect(said('training a prediction model')).toHaveLength(1);
    expect(said('job done').filter(({ job }) => job === 'train')).toHaveLength(1);
    const [{ model: version }] = said('job done').filter(({ job }) => job === 'train');
    for (const { service } of replicas) {
      const { predictorFor, screening } = service.pick;
      expect((await predictorFor(await screening.engine.current()))?.version).toBe(version);
    }
  });
});

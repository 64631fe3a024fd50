import { PassThrough } from 'node:stream';
import { startTestApp, type TestApp } from '../helpers/app';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** A scan for nobody costs nobody anything, and is there for who asks first. */

let app: TestApp;
let closing: Promise<void> | null = null;
const close = () => (closing ??= app.close());
afterEach(close);

async function start(symbols = plantedUniverse()): Promise<string[]> {
  closing = null;
  const log: string[] = [];
  const logTo = new PassThrough();
  logTo.on('data', (line) => log.push(String(line)));
  const env = { SANDBOX: 'off' };
  app = await startTestApp({ now: UNIVERSE_NOW, symbols, env, metered: true, logTo, luck: { mode: 'background' } });
  await app.get('/v1/me');
  await app.service.settled();
  await app.service.luck.settled();
  log.length = 0;
  return log;
}

/** Rows of every table, by its name. */
async function stored(): Promise<Record<string, number>> {
  const names: string[] = await app.sql('sqlite_master').where({ type: 'table' }).pluck('name');
  const counts = names.map(async (name) => [name, Number((await app.sql(name).count({ n: '*' }))[0].n)] as const);
  return Object.fromEntries(await Promise.all(counts));
}

/** How often a scan was asked of its cache, by what came of it. */
async function scans(): Promise<Record<string, number>> {
  const readings = await app.service.app.readings();
  const asked = readings.find(({ name }) => name === 'scan_cache_requests_total')!.values;
  const ours = asked.filter(({ labels }) => labels!.cache === 'scan');
  return Object.fromEntries(ours.map(({ labels, value }) => [labels!.result, value]));
}

test('it leaves the default scan behind for who asks first, and nothing else: no row, no computation of luck', async () => {
  const log = await start();
  const before = await stored();
  await app.service.rehearse(async () => {});
  expect(await scans()).toEqual({ hit: 0, joined: 0, miss: 1 });
  expect(app.service.luck.load).toBe(0);
  expect(await stored()).toEqual(before);
  expect(log).toEqual([]);
  const { body } = await app.get('/v1/scan').expect(200);
  expect(body.count).toBeGreaterThan(0);
  expect(await scans()).toEqual({ hit: 1, joined: 0, miss: 1 });
});

test('it waits until it is quiet, and does nothing once the service ends', async () => {
  await start();
  let release = () => {};
  const quiet = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  const rehearsed = app.service.rehearse(quiet);
  await new Promise(setImmediate);
  const waiting = await scans();
  const closed = close();
  release();
  await rehearsed;
  await closed;
  expect(waiting).toEqual({ hit: 0, joined: 0, miss: 0 });
});

test('what fails is a line in the log', async () => {
  const log = await start([]);
  jest.spyOn(app.service.pick.screening.scans, 'get').mockRejectedValue(new Error('no luck today'));
  await app.service.rehearse(async () => {});
  expect(log).toEqual([expect.stringContaining('the rehearsal of the first scan failed')]);
});

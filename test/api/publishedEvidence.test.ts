import { join } from 'node:path';
import { startTestApp, type TestApp } from '../helpers/app';
import { listen } from '../helpers/listen';
import { connectClient } from '../helpers/mcp';
import { perennial } from '../helpers/perennial';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';
import { seasonalWalk } from '../helpers/universe';

const NOW = '2020-06-30T15:00:00Z';
const SMALL = ['--years', '6', '--min-hold', '8', '--max-hold', '11', '--rotations', '29'];
const folder = tempFolder();

function walk({ file }: TestApp, ...more: string[]) {
  const env = { DATABASE_URL: file, NOW, NODE_ENV: 'test' };
  return perennial(env, 'evidence', 'forward', '2019-10..2019-11', '--out', join(folder, 'out'), ...SMALL, ...more);
}

const bars = (seed: number) => seasonalWalk({ seed, from: '2010-01-04', to: '2020-06-29' });
const evidenceOf = async (app: TestApp) => (await app.get('/v1/methodology', 'prn_demo').expect(200)).body.evidence;

describe('evidence over real prices', () => {
  let app: TestApp;
  beforeAll(async () => {
    const symbols = [1, 2, 3].map((seed) => ({ symbol: `S${seed}`, markets: ['0'], bars: bars(seed) }));
    app = await startTestApp({ now: NOW, symbols });
  });
  afterAll(() => app.close());

  test('is in no answer until it is published', async () => {
    expect(await walk(app)).toMatchObject({ code: 0, out: expect.not.stringContaining('published') });
    expect(await evidenceOf(app)).toBeUndefined();
  });

  test('is shown with its data version and date, to agents too', async () => {
    const { code, out, err } = await walk(app, '--publish');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('published: GET /v1/methodology shows it as `evidence`\n');
    const evidence = await evidenceOf(app);
    expect(evidence).toMatchObject({
      made_at: expect.stringMatching(/^2020-06-30T15:/),
      data_version: expect.stringMatching(/^[0-9a-f]{64}$/),
      current: true,
      prices_through: '2020-06-29',
      simulated: false,
      market: { id: '0', name: 'DOW 30 STOCKS' },
      from: '2019-10',
      to: '2019-11',
      months: 2,
      symbols: 3,
      settings: { years: '6', min_hold: 8, max_hold: 11, rotations: 29 },
    });
    const printed = out.split('\n').find((line) => /^significance +all /.test(line))!;
    const [, , windows] = printed.split(/ +/);
    const { bands } = evidence.tables.find((table: { ranking: string }) => table.ranking === 'significance');
    expect(bands.map((band: { p_symbol: string }) => band.p_symbol)).toEqual([
      'all',
      '<= .05',
      '.05-.2',
      '.2-.5',
      '> .5',
    ]);
    expect(bands[0].windows).toBe(Number(windows));
    expect(evidence.statements.join(' ')).toContain(`By significance: ${windows} window`);

    const door = await listen(app.app);
    const client = await connectClient(door.url, 'prn_demo');
    const { contents } = await client.readResource({ uri: 'perennial://methodology' });
    expect(JSON.parse((contents[0] as { text: string }).text).evidence).toEqual(evidence);
    await client.close();
    await door.close();
  });

  test('says so once prices have changed, and is replaced by the next publication', async () => {
    await storeBars(app.storage.prices, { symbol: 'S4', markets: ['0'] }, bars(4));
    const old = await evidenceOf(app);
    expect(old).toMatchObject({ current: false, symbols: 3 });
    expect(old.statements.at(-1)).toContain('which is not that of the prices in service');
    await walk(app, '--publish');
    expect(await evidenceOf(app)).toMatchObject({ current: true, symbols: 4 });
  });

  test('is not shown at a time before the end of its prices', async () => {
    app.clock.set('2020-06-01T15:00:00Z');
    expect(await evidenceOf(app)).toBeUndefined();
    app.clock.set(NOW);
    expect(await evidenceOf(app)).toBeDefined();
  });
});

test('evidence over simulated prices says so, and is removed with them', async () => {
  const app = await startTestApp({ now: NOW, sandbox: ['AAPL', 'MSFT'] });
  expect((await walk(app, '--publish')).code).toBe(0);
  const evidence = await evidenceOf(app);
  expect(evidence).toMatchObject({ simulated: true, current: true, symbols: 2 });
  expect(evidence.statements[0]).toContain('simulated prices, which say nothing of markets');
  await storeBars(app.storage.prices, { symbol: 'AAPL', markets: ['0'] }, bars(1));
  expect(await evidenceOf(app)).toBeUndefined();
  await app.close();
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../src/storage/open';
import { overwriteTable } from '../helpers/damage';
import { perennial } from '../helpers/perennial';
import { builtProgram, startProcess, startService } from '../helpers/process';
import { Replica } from '../helpers/replica';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';
import { seasonalWalk } from '../helpers/universe';

const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8'));

test('the service names its version, listens, becomes ready, and finishes requests in flight after SIGTERM', async () => {
  const { signal, logged, ended } = startService();
  expect(await logged('starting')).toMatchObject({ version });
  const { port } = await logged('listening');
  const { demoToken } = await logged('demo token, public');
  await logged('ready');
  const base = `http://127.0.0.1:${port}`;
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok', version });
  expect((await fetch(`${base}/v1/me`)).status).toBe(401);

  // A body that is still arriving keeps its request in flight.
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const head = ['GET /v1/me HTTP/1.1', 'Host: x', `X-API-Key: ${demoToken}`, 'Content-Type: application/json'];
  await new Promise((resolve) => socket.write(`${[...head, 'Content-Length: 2'].join('\r\n')}\r\n\r\n{`, resolve));
  // The server has read the head once it has answered a later request.
  await fetch(`${base}/healthz`);
  signal('SIGTERM');
  await logged('stopping');
  const isTaken = () =>
    fetch(`${base}/healthz`).then(
      () => true,
      () => false,
    );
  while (await isTaken());
  socket.write('}');
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ended).toMatchObject({ code: 0 });
});

test.each(['start', 'ready'])('with LISTEN=%s a service that says it is ready answers at once', async (LISTEN) => {
  const { logged, kill } = startService({ LISTEN });
  const { port } = await logged('listening');
  const { demoToken } = await logged('demo token, public');
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-API-Key': String(demoToken) } });
  const statuses: number[] = [];
  do statuses.push((await ask('/readyz')).status);
  while (statuses.at(-1) !== 200);
  expect((await ask('/v1/markets')).status).toBe(200);
  if (LISTEN === 'ready') expect(statuses).toEqual([200]);
  await kill();
});

test('with DRAIN_MS the service goes on after SIGTERM, with /readyz 503; a second SIGTERM ends it', async () => {
  const { signal, logged, ended } = startService({ DRAIN_MS: '300000' });
  const { port } = await logged('listening');
  await logged('ready');
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await ask('/readyz')).status).toBe(200);
  signal('SIGTERM');
  await logged('stopping');
  const answers = [await ask('/readyz'), await ask('/healthz'), await ask('/v1/me')];
  expect(answers.map(({ status }) => status)).toEqual([503, 200, 401]);
  expect(answers.map(({ headers }) => headers.get('connection'))).toEqual(['close', 'close', 'close']);
  signal('SIGTERM');
  expect(await ended).toMatchObject({ code: 1 });
});

test('--version shows the version of the package', async () => {
  const program = startProcess(process.execPath, [builtProgram('scripts/main.ts'), '--version']);
  expect(await program.line()).toBe(version);
});

test('the service can be stopped before it is ready', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'main-'));
  // Simulated prices for hundreds of symbols take seconds.
  const { signal, logged, ended } = startService({ SANDBOX: 'auto', DATABASE_URL: join(folder, 'perennial.sqlite') });
  await logged('listening');
  signal('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  await expect(logged('ready')).rejects.toThrow();
  rmSync(folder, { recursive: true, force: true });
});

test('counters that are no database stop the start, and the message says what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'main-'));
  const file = join(folder, 'perennial.sqlite');
  writeFileSync(
    `${file}-usage`,
    'not a database at all, but long enough to be taken for the header of one. '.repeat(20),
  );
  const { code, stderr } = await startService({ DATABASE_URL: file }).ended;
  rmSync(folder, { recursive: true, force: true });
  expect(code).toBe(1);
  expect(stderr).toContain(`cannot open the counters ${file}-usage: file is not a database.`);
  expect(stderr).toContain(`move ${file}-usage away`);
});

test.each(['symbol', 'api_key'])(
  'a damaged table %s stops the start, and the message says what to do',
  async (table) => {
    const folder = mkdtempSync(join(tmpdir(), 'main-'));
    const file = join(folder, 'perennial.sqlite');
    const { prices, close } = await openStorage(file);
    const bars = seasonalWalk({ seed: 1, from: '2023-01-02', to: '2024-12-19' });
    await storeBars(prices, { symbol: 'AAPL', markets: ['0'] }, bars);
    await close();
    overwriteTable(file, table);
    const { code, stderr } = await startService({ DATABASE_URL: file }).ended;
    rmSync(folder, { recursive: true, force: true });
    expect(code).toBe(1);
    expect(stderr).toContain(`the database ${file} is damaged`);
    expect(stderr).toMatch(new RegExp(`in the tables: (\\w+, )*${table}\\b`));
    expect(stderr).toContain('restore a backup');
    expect(stderr).not.toMatch(/^ +at /m);
  },
);

test('all faults of the settings are reported at once, and the service does not start', async () => {
  const { ended } = startService({ PORT: 'x', NOW: 'yesterday', KEY_SECRET: 'short' });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  for (const name of ['PORT', 'NOW', 'KEY_SECRET']) expect(stderr).toContain(`- ${name} must be`);
  expect(stderr).not.toContain('short');
  expect(stderr).not.toMatch(/^ +at /m);
});

/** Other tests compute in the main thread; here the built service computes in worker threads, as in production. */
describe('worker threads', () => {
  const env = {
    DATABASE_URL: join(tempFolder(), 'prices.sqlite'),
    NOW: '2024-10-15T22:30:00Z',
    NODE_ENV: 'test',
  };
  // biome-ignore lint/suspicious/noExplicitAny: answers of any operation
  type Body = any;
  let replica: Replica;
  let key: string;

  beforeAll(async () => {
    const storage = await openStorage(env.DATABASE_URL);
    for (let seed = 0; seed < 22; seed++) {
      const bars = seasonalWalk({ seed: 900 + seed, from: '2000-01-03', to: '2024-10-15', volatility: 0.012 });
      await storeBars(storage.prices, { symbol: `W${seed}`, markets: ['0'] }, bars);
    }
    await storage.close();
    const { out } = await perennial(env, 'keys', 'create', '--email', 'quant@example.org', '--tier', 'business');
    [key] = out.match(/prn_\S+/)!;
    replica = await Replica.at({ ...env, SIGNIFICANCE: 'auto' });
    await replica.start();
  });
  afterAll(() => replica.end('SIGTERM'));

  async function get(path: string) {
    const response = await fetch(`${replica.url}/v1${path}`, { headers: { 'X-API-Key': key } });
    const body = (await response.json()) as Body;
    expect([path, response.status, body.error]).toEqual([path, 200, undefined]);
    return body;
  }

  /** Polls for the complete answer, slowly enough for the limits of the plan. */
  async function answered(path: string, isComplete: (body: Body) => boolean): Promise<Body> {
    for (;;) {
      const body = await get(path);
      if (isComplete(body)) return body;
      await sleep(500);
    }
  }

  test('a scan, its first card by its link, and the methodology are complete once the background jobs are done', async () => {
    const isReady = (card: Body) => card.significance.status === 'ready';
    const scan = '/scan?markets=0&window=2024-10-16..2024-10-18&max_days=30';
    const { summary, opportunities } = await answered(scan, (body) => isReady(body.opportunities[0]));
    expect(summary).toMatch(/\d+ of 22 symbols ha(s|ve) a window with p_symbol at most 0\.05; shuffled calendars give/);
    const [first] = opportunities;
    expect(first.significance.q_symbol).toBeGreaterThanOrEqual(first.significance.p_symbol);
    const { card } = await answered(first.analyze_url.replace('/v1', ''), (body) => isReady(body.card));
    expect(card.edge_score).toBeLessThanOrEqual(first.edge_score);
    expect(card.significance.p_symbol).toBeGreaterThanOrEqual(first.significance.p_symbol);
    await answered('/methodology', (body) => body.came_true.length === 1);
  });
});

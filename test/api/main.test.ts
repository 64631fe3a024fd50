import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '../../src/storage/open';
import { overwriteTable } from '../helpers/damage';
import { builtProgram, startProcess, startService } from '../helpers/process';
import { storeBars } from '../helpers/storage';
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

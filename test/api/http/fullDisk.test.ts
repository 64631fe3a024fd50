import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import request from 'supertest';
import { serveFrom, startTestApp, type TestApp } from '../../helpers/app';
import { moveMonotonicClock } from '../../helpers/clock';
import { eventually } from '../../helpers/eventually';
import { describeWithPostgres } from '../../helpers/postgres';

/** A write to the usage counters, and one to the database itself. */
const WRITES = [
  ['a request that is counted', { metered: true }, (app: TestApp) => app.get('/v1/me')],
  ['a stored scan', { metered: false }, (app: TestApp) => app.post('/v1/saved-scans', scan())],
] as const;

afterEach(() => jest.restoreAllMocks());

let scans = 0;
const scan = () => ({ name: `scan ${++scans}`, query: {} });

/** The write is 503 with its reason while the disk is full, and succeeds once there is space, without a restart. */
async function expectRefusedAndRecovered(
  app: TestApp,
  write: (app: TestApp) => request.Test,
  { fill, free }: { fill(): unknown; free(): unknown },
): Promise<void> {
  const ready = () => request(app.app).get('/readyz');
  const refused = async () =>
    Number(
      /^database_unavailable_total\{reason="disk_full"\} (\d+)$/m.exec(
        (await request(app.app).get('/metrics')).text,
      )?.[1],
    );
  expect((await write(app)).status).toBeLessThan(300);
  await fill();
  const answer = await write(app);
  expect(answer.status).toBe(503);
  expect(answer.body.error.code).toBe('upstream_unavailable');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(await refused()).toBe(1);
  expect((await ready().expect(503)).body.reason).toBe('disk_full');
  expect((await write(app)).status).toBe(503);
  await free();
  expect((await write(app)).status).toBeLessThan(300);
  // Readiness returns some seconds after the last failure.
  moveMonotonicClock(5_000);
  await eventually(async () => (await ready()).status === 200);
}

describe('on SQLite', () => {
  const disk = mkdtempSync(join(os.tmpdir(), 'disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'none', disk]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true, force: true });
  });
  if (!mounted) {
    test.skip('skipped: run as a user who may mount a tmpfs', () => {});
    return;
  }
  test.each(WRITES)('%s', async (_name, options, write) => {
    const folder = jest.spyOn(os, 'tmpdir').mockReturnValue(disk);
    const app = await startTestApp({ ...options, sandbox: ['AAPL'] });
    folder.mockRestore();
    expect(app.file).toContain(disk);
    const filler = join(disk, 'filler');
    try {
      await expectRefusedAndRecovered(app, write, {
        fill() {
          for (const file of [app.file, `${app.file}-usage`]) emptyLog(file);
          const { bavail, bsize } = statfsSync(disk);
          writeFileSync(filler, Buffer.alloc(bavail * bsize));
        },
        free: () => rmSync(filler),
      });
    } finally {
      rmSync(filler, { force: true });
      await app.close();
    }
  });
});

/** Empties the write-ahead log of a database, because writes would use its free space first. */
function emptyLog(file: string): void {
  const connection = new BetterSqlite3(file);
  connection.pragma('wal_checkpoint(TRUNCATE)');
  connection.close();
}

describeWithPostgres('on PostgreSQL', ({ emptied }) => {
  serveFrom(emptied);
  test.each(WRITES)('%s', async (_name, options, write) => {
    const app = await startTestApp({ ...options, sandbox: ['AAPL'] });
    const table = options.metered ? 'account_usage' : 'saved_scan';
    try {
      await expectRefusedAndRecovered(app, write, {
        fill: () =>
          app.sql.raw(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
            CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION disk_full()`),
        free: () => app.sql.raw(`DROP FUNCTION disk_full() CASCADE`),
      });
    } finally {
      await app.close();
    }
  });
});

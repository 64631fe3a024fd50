import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeys } from './keys';
import { ROOT, startServer } from './server';
import type { Row } from './table';

const CLIENTS = 4;
const REQUESTS = 40;
const ALL_MARKETS = Array.from({ length: 17 }, (_, id) => id).join();

/** The most memory the built service takes while a few clients ask for everything it has, each time anew. */
export async function run(): Promise<Row[]> {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'perennial-bench-'));
  const env = {
    DATABASE_URL: join(folder, 'bench.sqlite'),
    NOW: '2024-12-20T15:00:00Z',
    WORKERS: '2',
    SCAN_BUDGET_MS: '60000',
  };
  try {
    await (await startServer(['dist/src/main.js'], env, '/readyz')).stop();
    const keys = await createKeys(env.DATABASE_URL, CLIENTS);
    const server = await startServer(['dist/src/main.js'], env, '/readyz');
    const cards: number[] = [];
    const client = async (key: string, first: number) => {
      for (let i = first; i < REQUESTS; i += CLIENTS) {
        const path = `/v1/scan?limit=5000&markets=${ALL_MARKETS}&max_days=${60 + i}`;
        const response = await fetch(server.url + path, { headers: { 'X-API-Key': key } });
        cards.push(((await response.json()) as { count: number }).count);
      }
    };
    const before = megabytes(server.pid, 'VmRSS');
    await Promise.all(keys.map(client));
    const peak = megabytes(server.pid, 'VmHWM');
    await server.stop();
    const note = `${REQUESTS} scans of ${Math.min(...cards)} cards or more, ${CLIENTS} at once; ${Math.round(before)} before`;
    return [{ name: 'memory at its highest', median: peak, min: peak, max: peak, unit: 'MB', budget: 500, note }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function megabytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
}

/**
 * Prints the files of src that one request visits on the main thread, by folder, as an introduction to the code.
 *
 *   npm run trace -- '/v1/scan?markets=dow30'     cold, and repeated
 *   npm run trace -- --check                      fails where a request visits more files than it may
 *
 * The built service runs in this process over a sandbox of its own; V8 counts the calls of functions (precise coverage).
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createKeys } from './bench/keys';
import { freePort } from './bench/server';

const SCAN = '/v1/scan?markets=dow30';
/** Most files that a request may visit, cold and repeated; answers of scans and of /markets are then cached. */
const MOST: Readonly<Record<string, readonly [number, number]>> = {
  '/v1/me': [30, 30],
  '/v1/markets': [Number.POSITIVE_INFINITY, 30],
  [SCAN]: [40, 25],
};
/** Length of the intervals in which polls are looked for. */
const SLICE_MS = 50;
/** Polling interval until the start's jobs are done. */
const LOOK_MS = 500;

async function main([requested = SCAN]: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-trace-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const DATABASE_URL = join(folder, 'trace.sqlite');
  const PORT = String(await freePort());
  Object.assign(process.env, { DATABASE_URL, PORT, TRAIN: 'off', LOG_LEVEL: 'error' });
  const [key] = await createKeys(DATABASE_URL, 1);
  const inspector = new Session();
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  require('../dist/src/main.js');
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { headers: { 'X-API-Key': key } });
    return { status: answer.status, text: await answer.text() };
  };
  /** The files of src with functions that were called meanwhile. */
  const visited = async (work: () => Promise<unknown>) => {
    await inspector.post('Profiler.takePreciseCoverage');
    await work();
    const { result } = await inspector.post('Profiler.takePreciseCoverage');
    const called = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0].count > 0));
    return called.flatMap(({ url }) => /\/dist\/src\/(.+)\.js$/.exec(url)?.[1] ?? []);
  };
  /** Waits for a poll of the queue, so that the next one does not come during a request. */
  const afterPoll = async () => {
    while (!(await visited(() => pause(SLICE_MS))).includes('queue/sqliteQueue'));
  };
  const visit = async (path: string, when: string) => {
    let status = 0;
    await afterPoll();
    const files = (await visited(async () => ({ status } = await ask(path)))).sort();
    console.log(`${path}, ${when}: ${status}, ${files.length} files`);
    for (const folder of new Set(files.map(folderOf))) {
      const inside = files.filter((file) => folderOf(file) === folder).map((file) => file.split('/').at(-1));
      console.log(`  ${folder || 'src'}: ${inside.join(' ')}`);
    }
    return files.length;
  };
  console.error('Waiting for the service and the jobs of its first start: a minute or two.');
  while ((await ask('/readyz').catch(() => null))?.status !== 200) await pause(100);
  const isBusy = /^queue_jobs\{[^}]*state="(waiting|active)"\} [1-9]/m;
  do await pause(LOOK_MS);
  while (isBusy.test((await ask('/metrics')).text));
  // The first use of a key in a minute is written, which is no part of the request.
  await ask('/v1/methodology');
  for (const path of requested === '--check' ? Object.keys(MOST) : [requested]) {
    const [cold, again] = MOST[path] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    hold(path, await visit(path, 'cold'), cold);
    // Null distributions are computed in the background; an answer that waits for one is not kept.
    while ((await ask(path)).text.includes('"status":"pending"')) await pause(500);
    hold(path, await visit(path, 'again'), again);
  }
  process.exit();
}

function hold(path: string, count: number, most: number): void {
  if (count <= most) return;
  console.error(`${path}: ${count} files, at most ${most} wanted`);
  process.exitCode = 1;
}

/** `http` of `http/authenticate`. */
function folderOf(file: string): string {
  return file.split('/').slice(0, -1).join('/');
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error);
  process.exit(1);
});

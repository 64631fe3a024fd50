import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { loadedSymbols, scanRequest } from '../../scripts/bench/universe';
import { WorkerPool } from '../../src/engine/pool';
import { searchWork } from '../../src/engine/searchWork';
import { turnToBegin } from '../../src/turns';

/** How low a thread of this process stands: 0 as others do, 19 below all; null once it has ended. */
function priorityOf(thread: string): number | null {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1');
    // The name may hold spaces; what follows its bracket does not. The niceness is field 19.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  } catch {
    return null;
  }
}

/** How often a thread of this process has gone to sleep of its own accord. */
function sleepsOf(thread: string): number {
  try {
    const status = readFileSync(`/proc/self/task/${thread}/status`, 'latin1');
    return Number(/^voluntary_ctxt_switches:\s+(\d+)$/m.exec(status)?.[1]);
  } catch {
    return 0;
  }
}

(process.platform === 'linux' ? test : test.skip)('threads that search stand below the one that answers', async () => {
  // Of whatever ran in this process before, some may be ending.
  const before = new Set(readdirSync('/proc/self/task'));
  const pool = new WorkerPool(1);
  const symbols = loadedSymbols(2, 12);
  await pool.search({ request: scanRequest({ maxHold: 20 }), mode: 'best', work: searchWork(symbols) });
  const low = Math.min(19, getPriority(process.pid) + 10);
  const added = readdirSync('/proc/self/task').filter((thread) => !before.has(thread));
  expect(added.filter((thread) => priorityOf(thread) === low)).toHaveLength(1);
  await pool.close();
});

(process.platform === 'linux' ? test : test.skip)(
  'they stand back for it while requests follow each other closely',
  async () => {
    const before = new Set(readdirSync('/proc/self/task'));
    const pool = new WorkerPool(1);
    const symbols = loadedSymbols(600, 30);
    const search = () => pool.search({ request: scanRequest(), mode: 'best', work: searchWork(symbols) });
    const found = await search();
    const added = readdirSync('/proc/self/task').filter((thread) => !before.has(thread));
    /** How often each thread that was started for the pool has gone to sleep. */
    const sleeps = () => added.map(sleepsOf);
    const most = async () => {
      const from = sleeps();
      for (let i = 0; i < 3; i++) expect(await search()).toEqual(found);
      return Math.max(...sleeps().map((count, i) => count - from[i]));
    };
    const alone = await most();
    const requests = setInterval(turnToBegin, 1);
    await Promise.all([turnToBegin(), turnToBegin()]);
    const beside = await most();
    clearInterval(requests);
    // Seen: 4 and 17 in a search of some 3 ms.
    expect(beside).toBeGreaterThan(alone + 5);
    await pool.close();
  },
);

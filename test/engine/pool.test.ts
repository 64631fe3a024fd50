import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { loadedSymbols, scanRequest } from '../../scripts/bench/universe';
import { WorkerPool } from '../../src/engine/pool';
import { searchWork } from '../../src/engine/searchWork';

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

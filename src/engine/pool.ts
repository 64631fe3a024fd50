import { extname, join } from 'node:path';
import Piscina from 'piscina';
import type { Candidate } from '../core/detection/candidate';
import { type SearchTask, unpack } from './search';

/** Worker threads that search. They keep no process alive while idle. */
export class WorkerPool {
  private readonly pool: Piscina;

  constructor(readonly threads: number) {
    const extension = extname(__filename);
    this.pool = new Piscina({
      filename: join(__dirname, `worker${extension}`),
      minThreads: threads,
      maxThreads: threads,
      // From sources (tsx, jest) a thread needs the same loader as the process; the built service has none.
      ...(extension === '.ts' && { execArgv: ['--require', require.resolve('tsx/cjs')] }),
    });
  }

  async search(task: SearchTask): Promise<Candidate[]> {
    const packed: Float64Array = await this.pool.run(task);
    return unpack(packed);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

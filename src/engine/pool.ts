import Piscina from 'piscina';
import type { Candidate } from '../core/detection/candidate';
import { type SearchTask, unpack } from './search';
import { threadModule } from './threadModule';

/** Worker threads that search. They keep no process alive while idle. */
export class WorkerPool {
  private readonly pool: Piscina;

  constructor(readonly threads: number) {
    this.pool = new Piscina({ ...threadModule(__dirname, 'worker'), minThreads: threads, maxThreads: threads });
  }

  async search(task: SearchTask): Promise<Candidate[]> {
    const packed: Float64Array = await this.pool.run(task);
    return unpack(packed);
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

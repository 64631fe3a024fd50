import Piscina from 'piscina';
import type { Candidate } from '../core/detection/candidate';
import { type SearchTask, unpack } from './search';
import { callOff } from './searchWork';
import { threadModule } from './threadModule';

/** Worker threads that search. They keep no process alive while idle. */
export class WorkerPool {
  private readonly pool: Piscina;

  constructor(readonly threads: number) {
    this.pool = new Piscina({ ...threadModule(__dirname, 'worker'), minThreads: threads, maxThreads: threads });
  }

  /**
   * A thread that searches cannot hear of an abort, and ending it would cost its compiled code: it finds nothing left to
   * take. So a task that waited in vain is not begun.
   *
   * @throws the signal's reason
   */
  async search(task: SearchTask, signal?: AbortSignal): Promise<Candidate[]> {
    signal?.throwIfAborted();
    const tell = () => callOff(task.work);
    signal?.addEventListener('abort', tell, { once: true });
    try {
      const packed: Float64Array = await this.pool.run(task);
      signal?.throwIfAborted();
      return unpack(packed);
    } finally {
      signal?.removeEventListener('abort', tell);
    }
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }
}

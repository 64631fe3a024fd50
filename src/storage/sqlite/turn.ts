/** A piece of work that waits for the end of the turn. */
type Waiting = () => void;

/**
 * Runs what comes in one turn of the event loop at its end, one piece after the other. Requests come in together, and a
 * statement that runs among the rest of their work finds neither its own pages nor SQLite's code in the processor's
 * caches: with keys and counts read and written as they came, ten clients' requests took two thirds more of it. (In one
 * transaction they take longer again: BEGIN, COMMIT and a statement's journal are more than is saved.)
 */
export class TurnEnd {
  private waiting: Waiting[] = [];

  /**
   * @param after what is waited for: the end of the turn, or what follows at once from what ran there (for a second statement
   *   of the same requests: another turn would have them wait for what others compute in it)
   */
  constructor(private readonly after: 'turn' | 'statements' = 'turn') {}

  run<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
      if (this.waiting.length > 1) return;
      if (this.after === 'turn') setImmediate(() => this.end());
      else process.nextTick(() => this.end());
    });
  }

  private end(): void {
    const all = this.waiting;
    this.waiting = [];
    for (const work of all) work();
  }
}

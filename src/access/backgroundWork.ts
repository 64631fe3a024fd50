/** Work that a request neither waits for nor fails with, such as noting the last use of a key. */
export class BackgroundWork {
  private readonly pending = new Set<Promise<void>>();

  /** @param onError gets the error of the work */
  add(work: Promise<unknown>, onError: (error: unknown) => void): void {
    const done = work.then(() => {}, onError).finally(() => this.pending.delete(done));
    this.pending.add(done);
  }

  /** Resolves when all work added so far has ended: for shutdown and tests. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }
}

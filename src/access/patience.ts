/** Who does not answer is left alone so long: whoever sends requests could have us knock without end. */
const REST_MS = 10_000;

/** Asks one other server, unless it did not answer a moment ago. */
export class Patience {
  /** When it is asked again, milliseconds of a monotonic clock. */
  private restsUntil = Number.NEGATIVE_INFINITY;

  /** @throws Error of the question, or at once while its last one failed a moment ago */
  async asking<T>(question: () => Promise<T>): Promise<T> {
    if (performance.now() < this.restsUntil) throw new Error('the issuer did not answer a moment ago');
    try {
      return await question();
    } catch (error) {
      this.restsUntil = performance.now() + REST_MS;
      throw error;
    }
  }
}

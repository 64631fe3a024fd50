/** Cards of answers made at once, some 20 kB each as row, card, text and bytes: what a server of 500 MB has left. */
const ROOM = 1_000;
/** Answers of no more cards than this are made at any time: many of them are small beside one of the largest. */
const SMALL = 100;

/** An answer that waits for its room. */
interface Waiting {
  readonly cards: number;
  readonly enter: () => void;
}

/**
 * Bounds what answers in the making take of memory, over all accounts together: one of more than half of the room is
 * made beside no other large one. Large answers wait for each other first come first served, small ones for none.
 */
export class AnswerRoom {
  private taken = 0;
  private readonly line: Waiting[] = [];

  /**
   * Runs work as soon as there is room for its answer.
   *
   * @param most cards that the answer may have
   * @param gone aborts when the client has gone: one that still waits then leaves the line at once
   * @throws the reason of `gone` when the client leaves before its turn
   */
  async run<T>(most: number, work: () => Promise<T>, gone: AbortSignal): Promise<T> {
    if (most <= SMALL) return work();
    const cards = Math.min(most, ROOM);
    await this.enter(cards, gone);
    try {
      return await work();
    } finally {
      this.taken -= cards;
      this.admit();
    }
  }

  private enter(cards: number, gone: AbortSignal): Promise<void> {
    gone.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.line.splice(this.line.indexOf(waiting), 1);
        reject(gone.reason);
        // Whoever came after it may have been waiting for its room only.
        this.admit();
      };
      const enter = () => {
        gone.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { cards, enter };
      gone.addEventListener('abort', leave, { once: true });
      this.line.push(waiting);
      this.admit();
    });
  }

  private admit(): void {
    for (let [next] = this.line; next !== undefined && this.taken + next.cards <= ROOM; [next] = this.line) {
      this.line.shift();
      this.taken += next.cards;
      next.enter();
    }
  }
}

import type { Budget } from '../deadline';

/** Cards of answers made and sent at once, some 20 kB each as row, card, text and bytes: what a server of 500 MB has left. */
const ROOM = 1_000;
/** Answers of no more cards than this are made at any time: many of them are small beside one of the largest. */
const SMALL = 100;
/** How long a client may take to read an answer while others wait for its room, milliseconds. */
const PATIENCE_MS = 2_000;
/** Answers that are read more slowly than that are sent on beside the others, so many at once. */
const MOST_SLOW = 4;

/** An answer that is made for a client and sent to it. */
export interface Delivery {
  /** Aborts when the client goes away before it has its whole answer. Looked at only where it has to wait. */
  readonly gone: AbortSignal;
  /** Resolves when the client has the whole answer, or has gone. */
  readonly over: () => Promise<void>;
  /** Ends the connection. */
  cutOff(): void;
}

/** An answer that waits for its room. */
interface Waiting {
  readonly cards: number;
  readonly enter: () => void;
}

/**
 * Bounds what answers take of memory until their clients have them, over all accounts together: one of more than half of
 * the room is made and sent beside no other large one. Large answers wait for each other first come first served, small
 * ones for none. A client that does not read holds the others up for a moment only, and is cut off once more such
 * clients have come after it than there is memory for.
 */
export class AnswerRoom {
  private taken = 0;
  private readonly line: Waiting[] = [];
  /** Oldest first. */
  private readonly slow = new Set<Delivery>();

  constructor(private readonly timer: Budget['timer']) {}

  /**
   * Makes and sends an answer as soon as there is room for it.
   *
   * @param most cards that the answer may have
   * @param send resolves once all of the answer is handed to the connection
   * @throws the reason of `gone` when the client leaves before its turn
   */
  async run(most: number, send: () => Promise<void>, delivery: Delivery): Promise<void> {
    if (most <= SMALL) return send();
    const cards = Math.min(most, ROOM);
    await this.enter(cards, delivery.gone);
    try {
      await send();
      await this.arrival(delivery);
    } finally {
      this.taken -= cards;
      this.admit();
    }
  }

  /** Resolves when the answer is over, or takes so long that it must not hold others up. */
  private arrival(delivery: Delivery): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.timer.after(PATIENCE_MS, () => {
        this.sendOnBeside(delivery);
        resolve();
      });
      void delivery.over().then(() => {
        callOff();
        this.slow.delete(delivery);
        resolve();
      });
    });
  }

  private sendOnBeside(delivery: Delivery): void {
    this.slow.add(delivery);
    const [oldest] = this.slow;
    if (this.slow.size > MOST_SLOW) {
      this.slow.delete(oldest);
      oldest.cutOff();
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

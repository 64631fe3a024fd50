import type { Budget } from '../deadline';
import { scanBusy } from '../errors';
import type { Delivery } from './answerRoom';

/** Files of one account that are read at once. */
const MOST_OF_ACCOUNT = 4;
/** Files of all accounts: each holds a file or what makes it open, and a connection. */
const MOST = 64;
/** How long a client may take nothing of a file, milliseconds. */
const STALL_MS = 60_000;

/** A file on its way. */
export interface Download extends Pick<Delivery, 'cutOff'> {
  /** Bytes that the connection has taken. */
  readonly taken: () => number;
}

/**
 * Bounds the files that are streamed: how many at once, and how long a client may leave one unread. They take no room of
 * other answers and no place of their account, since a slow line may need minutes for what costs this service nothing.
 */
export class Downloads {
  private readonly open = new Map<string, number>();
  private all = 0;

  constructor(private readonly timer: Budget['timer']) {}

  /** @throws scanBusy when too many are read already; whatever `send` throws */
  async run(account: string, send: () => Promise<void>, download: Download): Promise<void> {
    const own = this.open.get(account) ?? 0;
    if (own >= MOST_OF_ACCOUNT || this.all >= MOST) throw scanBusy(5, 'too many files are being read');
    this.open.set(account, own + 1);
    this.all += 1;
    const unwatch = this.watch(download);
    try {
      await send();
    } finally {
      unwatch();
      this.all -= 1;
      const left = (this.open.get(account) ?? 1) - 1;
      if (left === 0) this.open.delete(account);
      else this.open.set(account, left);
    }
  }

  /** Ends the connection of a client that reads nothing. @returns calls it off */
  private watch({ taken, cutOff }: Download): () => void {
    let before = taken();
    let callOff = () => {};
    const look = () => {
      const now = taken();
      if (now === before) return cutOff();
      before = now;
      callOff = this.timer.after(STALL_MS, look);
    };
    callOff = this.timer.after(STALL_MS, look);
    return () => callOff();
  }
}

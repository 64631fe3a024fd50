/** Counts the waits for one resource, and their total length. */
export class WaitCount {
  /** Waits under way. */
  waiting = 0;
  /** Waits that are over, and their length together. */
  ended = 0;
  seconds = 0;

  /** @returns ends the wait; further calls have no effect */
  begin(): () => void {
    const since = performance.now();
    let isOver = false;
    this.waiting += 1;
    return () => {
      if (isOver) return;
      isOver = true;
      this.waiting -= 1;
      this.ended += 1;
      this.seconds += (performance.now() - since) / 1000;
    };
  }
}

/** What this process waits for at the database. */
export interface DatabaseWaits {
  /** A pool of connections. Over SQLite only writes wait: for each other, and for writes of other processes. */
  readonly pool: 'requests' | 'work' | 'writes';
  /** Null over SQLite. */
  readonly connections: { readonly used: number; readonly idle: number; readonly most: number } | null;
  readonly waits: Readonly<Partial<Record<'connection' | 'answer' | 'lock', Readonly<WaitCount>>>>;
}

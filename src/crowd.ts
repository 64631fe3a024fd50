/** Requests that begin no further apart than this are a crowd, milliseconds: not those of one client whose scans are computed. */
const CLOSE_MS = 5;
/** For so long after. */
const LASTS_MS = 100;

/**
 * Whether requests follow each other closely. The thread that answers says so in memory that it shares with those that
 * compute, which stand back for it then (`engine/standBack`).
 */
export class Crowd {
  private readonly until: Float64Array;
  private lastBegun = Number.NEGATIVE_INFINITY;

  /** @param memory of another thread's, or of its own */
  constructor(readonly memory = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)) {
    this.until = new Float64Array(memory);
  }

  /** To be called as a request begins. */
  requestBegins(): void {
    const now = moment();
    if (now - this.lastBegun <= CLOSE_MS) this.until[0] = now + LASTS_MS;
    this.lastBegun = now;
  }

  get isThere(): boolean {
    return moment() < this.until[0];
  }
}

/** Of the thread that answers requests. */
export const crowd = new Crowd();

/** Milliseconds that are the same in all threads. */
function moment(): number {
  return performance.timeOrigin + performance.now();
}

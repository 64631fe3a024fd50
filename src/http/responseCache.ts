import { gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Budget } from '../deadline';
import { Keyed } from '../operation';
import { turns } from '../turns';
import { etagOf } from './etag';
import type { Exchange } from './exchange';
import { acceptsGzip, GZIP_FROM, isFresh, sendTagged } from './sending';

/** A body as it is sent. */
interface Rendered {
  readonly text: Buffer;
  readonly etag: string;
  /** Made when it is first asked for. */
  readonly gzip?: Buffer;
}

const MOST_BYTES = 32 << 20;
const MOST_ANSWERS = 500;
/** An answer says when it was made: never longer ago than this. */
const KEPT_MS = 60_000;
/** Some hundred cards with every year; larger answers are seldom asked for twice. */
const LARGEST_KEPT = 1 << 20;
/** What is checked and written of a list without a look at the time: five full cards, less than a millisecond. */
const PIECE_CHARACTERS = 32 << 10;
/** Where the first row is much smaller than the others. */
const PIECE_ROWS = 64;

/** Holds a body to the contract. @returns whether it keeps it @throws internal where one that does not is withheld */
export type Check = (body: object) => boolean;

/** The answers given last, rendered: one that is known is neither made, validated, serialised nor compressed again. */
export class ResponseCache {
  private readonly kept: LRUCache<string, Rendered>;
  private nextPurge = 0;

  constructor(private readonly timer: Budget['timer']) {
    this.kept = new LRUCache({
      max: MOST_ANSWERS,
      maxSize: MOST_BYTES,
      maxEntrySize: LARGEST_KEPT,
      ttl: KEPT_MS,
      ttlResolution: 0,
      perf: { now: () => timer.elapsed() },
      sizeCalculation: ({ text, gzip }, key) => text.length + (gzip?.length ?? 0) + 2 * key.length,
    });
  }

  /**
   * Sends what a handler returned, checked unless it has been.
   *
   * @param name of the operation: answers are known to one only
   * @throws what `check` throws, and the reason of `gone` when the client leaves while its answer is made
   */
  async send(name: string, exchange: Exchange, answer: object | Keyed<object>, check: Check): Promise<void> {
    if (!(answer instanceof Keyed)) {
      const { text } = await rendered(answer, exchange, check);
      return sendTagged(exchange, { etag: etagOf(text), body: text });
    }
    const key = `${name} ${answer.key}`;
    const known = this.kept.get(key);
    if (known !== undefined) return this.sendAgain(key, known, exchange);
    const { text, isSound } = await rendered(await answer.body(), exchange, check);
    const etag = etagOf(text);
    if (isSound) this.keep(key, { text, etag });
    sendTagged(exchange, { etag, body: text });
  }

  /** Those that are too old to be given again go now and then, not only once there is no room for others. */
  private keep(key: string, answer: Rendered): void {
    const now = this.timer.elapsed();
    if (now >= this.nextPurge) {
      this.kept.purgeStale();
      this.nextPurge = now + KEPT_MS;
    }
    this.kept.set(key, answer);
  }

  private sendAgain(key: string, known: Rendered, exchange: Exchange): void {
    const { text, etag } = known;
    const { request } = exchange;
    if (text.length < GZIP_FROM || isFresh(request, etag) || !acceptsGzip(request)) {
      sendTagged(exchange, { etag, body: text });
      return;
    }
    const gzip = known.gzip ?? gzipSync(text);
    // Put in anew, so that its size is counted anew.
    if (known.gzip === undefined) this.kept.set(key, { ...known, gzip }, { noUpdateTTL: true });
    sendTagged(exchange, { etag, body: gzip, encoding: 'gzip' });
  }
}

/** A body, one of whose members is a list. */
type WithList = Readonly<Record<string, readonly unknown[]>>;

/** The member that makes a body large, its longest list of rows, and how many of them are a piece. */
interface LongList {
  readonly name: string;
  readonly atOnce: number;
}

/** @returns null where all rows are one piece: taking a body apart costs more than a short list does */
function longListOf(body: object): LongList | null {
  let name: string | undefined;
  let rows: readonly unknown[] = [];
  for (const [member, value] of Object.entries(body)) {
    if (!Array.isArray(value) || value.length <= rows.length || typeof value[0] !== 'object') continue;
    name = member;
    rows = value;
  }
  if (name === undefined || rows.length === 1) return null;
  // One row tells how large they are: those of a list are of one kind.
  const atOnce = Math.min(Math.ceil(PIECE_CHARACTERS / JSON.stringify(rows[0]).length), PIECE_ROWS);
  return rows.length <= atOnce ? null : { name, atOnce };
}

/**
 * A body as text, and whether it keeps the contract, in turns with what others compute: one with a long list in pieces, so
 * that nobody waits for all of it.
 *
 * @throws what `check` throws, and AbandonedError when the client leaves
 */
async function rendered(body: object, exchange: Exchange, check: Check): Promise<{ text: Buffer; isSound: boolean }> {
  const turn = turns();
  await turn();
  const long = longListOf(body);
  const nextPiece = async () => {
    await turn();
    exchange.requireClient();
  };
  const made =
    long === null ? renderAtOnce(body, check) : await renderInPieces(body as WithList, long, check, nextPiece);
  // It is hashed and written next.
  await nextPiece();
  return made;
}

function renderAtOnce(body: object, check: Check) {
  const isSound = check(body);
  return { text: Buffer.from(JSON.stringify(body)), isSound };
}

/**
 * The same, the list checked and written some rows at a time. `check` sees bodies with a part of the list: a fault names
 * the row by its place in that part.
 *
 * @param nextPiece awaited after each, and throws when the rest is not wanted any more
 * @throws what `check` and `nextPiece` throw
 */
async function renderInPieces(
  body: WithList,
  { name, atOnce }: LongList,
  check: Check,
  nextPiece: () => Promise<void>,
) {
  const rows: Buffer[] = [];
  let isSound = true;
  for (let first = 0; first < body[name].length; first += atOnce) {
    const part = body[name].slice(first, first + atOnce);
    isSound = check({ ...body, [name]: part }) && isSound;
    rows.push(Buffer.from(`${first > 0 ? ',' : ''}${JSON.stringify(part).slice(1, -1)}`));
    await nextPiece();
  }
  const members = Object.entries(body).filter(([, value]) => value !== undefined);
  const written = members.map(([key, value], i) => {
    const start = `${i > 0 ? ',' : '{'}${JSON.stringify(key)}:`;
    return key === name ? [`${start}[`, ...rows, ']'] : [`${start}${JSON.stringify(value)}`];
  });
  const bytes = [...written.flat(), '}'].map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
  return { text: Buffer.concat(bytes), isSound };
}

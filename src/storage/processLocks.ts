import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseAwayError } from './errors';
import { awayError, breaksConnections } from './postgresFaults';

/** Separates these locks from those of other programs in the database; they have one key, locks of transactions have two. */
const OURS = 0x5065726e;
/** How long the server may take to answer before the connection counts as dead. */
const ANSWER_MS = 5_000;
/** How often a connection that holds locks is tested, so that a broken one is noticed. */
const BEAT_MS = 10_000;
const RETAKE_MS = 500;

/** The server notices within 20 s that a machine fell silent, and does not end this connection for being idle. */
const SETTINGS = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2;
  SET idle_session_timeout = 0`;

const KEY = `hashtextextended(current_schema() || ' ' || $1, ${OURS})`;
const TAKE = `SELECT pg_try_advisory_lock(${KEY}) AS yes`;
const LET_GO = `SELECT pg_advisory_unlock(${KEY}) AS yes`;
const IS_THERE = 'SELECT true AS yes';
const IS_FREE = `SELECT NOT EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = ${KEY}
) AS yes`;

/**
 * Locks that this process holds until it releases them or ends in any way: they belong to a connection of their own, and the
 * server frees them with it. When the connection breaks, a new one takes the locks again; another process that waits a
 * moment before it takes a free lock does not get them meanwhile. PgBouncer must not pool this connection by transaction.
 *
 * Tests: test/storage/postgres/work.test.ts.
 */
export class ProcessLocks {
  private client: Client | null = null;
  private connecting: Promise<Client> | null = null;
  private readonly held = new Set<string>();
  /** Requested, not yet answered. */
  private readonly wanted = new Set<string>();
  /** Held, but not yet by the current connection. */
  private readonly lost = new Set<string>();
  private retaking = false;
  private closed = false;
  private readonly beat: NodeJS.Timeout;

  constructor(private readonly url: string) {
    this.beat = setInterval(() => this.held.size > 0 && void this.ask(IS_THERE).catch(() => {}), BEAT_MS).unref();
  }

  /** False while another process, or this one, holds it. @throws DatabaseAwayError */
  async tryTake(name: string): Promise<boolean> {
    if (this.held.has(name) || this.wanted.has(name)) return false;
    this.wanted.add(name);
    try {
      const taken = await this.ask(TAKE, name);
      if (taken) this.held.add(name);
      return taken;
    } finally {
      this.wanted.delete(name);
    }
  }

  /** Never fails: when the connection breaks the lock is free as well. */
  async letGo(name: string): Promise<void> {
    if (!this.held.delete(name) || this.lost.delete(name)) return;
    await this.ask(LET_GO, name).catch(() => {});
  }

  /** Whether no process holds a lock. @throws DatabaseAwayError */
  isFree(name: string): Promise<boolean> {
    return this.ask(IS_FREE, name);
  }

  /** Releases all locks. */
  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.beat);
    this.held.clear();
    const client = this.client ?? (await this.connecting?.catch(() => null));
    await client?.end().catch(() => {});
  }

  private async ask(text: string, ...values: readonly string[]): Promise<boolean> {
    const client = await this.connection();
    try {
      const { rows } = await client.query<{ yes: boolean }>(text, [...values]);
      return rows[0].yes;
    } catch (error) {
      const away = awayError(error);
      if (away !== null && breaksConnections(away)) this.lose(client);
      throw away ?? error;
    }
  }

  private connection(): Promise<Client> {
    if (this.client !== null) return Promise.resolve(this.client);
    this.connecting ??= this.connect().finally(() => {
      this.connecting = null;
    });
    return this.connecting;
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'perennial locks',
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    try {
      if (this.closed) throw new DatabaseAwayError('database_unreachable', 'the locks of this process are closed');
      await client.connect();
      await client.query(SETTINGS);
    } catch (error) {
      await client.end().catch(() => {});
      throw awayError(error) ?? error;
    }
    this.client = client;
    return client;
  }

  private lose(client: Client): void {
    if (this.client !== client) return;
    this.client = null;
    client.end().catch(() => {});
    for (const name of this.held) this.lost.add(name);
    void this.retake();
  }

  private async retake(): Promise<void> {
    if (this.retaking) return;
    this.retaking = true;
    while (this.lost.size > 0 && !this.closed) {
      for (const name of this.lost) await this.retakeOne(name).catch(() => {});
      if (this.lost.size > 0) await sleep(RETAKE_MS, undefined, { ref: false });
    }
    this.retaking = false;
  }

  private async retakeOne(name: string): Promise<void> {
    if (!(await this.ask(TAKE, name))) return;
    // It was released meanwhile.
    if (!this.lost.delete(name)) await this.ask(LET_GO, name);
  }
}

import { Client } from 'pg';
import type { WatchedRoom } from '../sql/database';
import type { Connections, Statement } from './connections';

/** How often the database is looked at, whatever it tells. */
const POLL_MS = 1_000;
/** How long the connection that listens may take to come about. */
const CONNECT_MS = 5_000;

/** The channel of the triggers (migrations/postgres.ts), for all schemas of a database. */
const CHANNEL = 'perennial';

const VALUES: Statement = {
  name: 'revisions',
  text: `SELECT r.prices, r.models, r.nulls, f.value AS feeds, current_schema()::text AS schema
    FROM (SELECT max(value) FILTER (WHERE id = 1) AS prices, max(value) FILTER (WHERE id = 2) AS models,
      max(value) FILTER (WHERE id = 3) AS nulls FROM revision) r, feed_revision f WHERE f.id = 1`,
};

type Values = Record<WatchedRoom, number> & { readonly schema: string };

/**
 * The revisions of a database, known without asking it: a connection of its own listens for what the triggers tell with
 * each transaction that moves one. What it does not hear, because it was cut off or stands behind a pooler, is found by a
 * look once a second. While the database is away they stay what they were.
 */
export class Revisions {
  private values: Values | null = null;
  private looking: Promise<void> | null = null;
  /** A look that begins once the one under way is done, for who came after its beginning. */
  private following: Promise<void> | null = null;
  private listener: Client | null = null;
  private connecting = false;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly connections: Connections,
    /** Asked the first time: a process that starts is in no hurry, and would end without an answer. */
    private readonly patient: Connections,
  ) {}

  /** @throws DatabaseAwayError when it cannot be told for the first time */
  async of(room: WatchedRoom): Promise<number> {
    if (this.values === null) await this.begin();
    return this.values![room];
  }

  /**
   * Resolves once what was stored before is known, unless the database is away or nobody has asked for a revision yet.
   */
  async caughtUp(): Promise<void> {
    if (this.values === null) return;
    await this.look().catch(() => {});
  }

  /** Ends the connection; revisions asked for afterwards are those of before. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.listener?.end().catch(() => {});
    await this.looking?.catch(() => {});
  }

  private async begin(): Promise<void> {
    await this.look();
    if (this.timer !== null || this.closed) return;
    this.timer = setInterval(() => this.poll(), POLL_MS).unref();
    this.poll();
  }

  private poll(): void {
    if (this.listener === null && !this.connecting) void this.listen();
    void this.caughtUp();
  }

  private look(): Promise<void> {
    if (this.looking === null) {
      this.looking = this.ask().finally(() => {
        this.looking = null;
      });
      return this.looking;
    }
    this.following ??= this.looking
      .catch(() => {})
      .then(() => {
        this.following = null;
        return this.look();
      });
    return this.following;
  }

  private async ask(): Promise<void> {
    const connections = this.values === null ? this.patient : this.connections;
    const [values] = await connections.ask<Values>(VALUES, []);
    this.values = values;
  }

  /** What cannot be connected to is tried again with the next poll. */
  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'perennial listening',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    const lost = () => {
      if (this.listener === client) this.listener = null;
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => {
      if (payload === this.values?.schema) void this.caughtUp();
    });
    this.connecting = true;
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      if (this.closed) await client.end();
      else this.listener = client;
      await this.caughtUp();
    } catch {
      await client.end().catch(() => {});
    } finally {
      this.connecting = false;
    }
  }
}

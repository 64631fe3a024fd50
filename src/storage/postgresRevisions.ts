import { Client } from 'pg';
import type { WatchedArea } from './database';
import { describeNewer, MIGRATION_TABLE } from './migrations/migrations';
import type { Connections, Statement } from './postgresConnections';

/** How often the revisions are read, with or without a notification. */
const POLL_MS = 1_000;
/** Time limit for opening the connection that listens. */
const CONNECT_MS = 5_000;
/** The channel that triggers notify. All schemas of a database share it. */
const CHANNEL = 'perennial';

const WATCHED: readonly WatchedArea[] = ['prices', 'feeds', 'models', 'nulls'];

const VALUES: Statement = {
  name: 'revisions',
  text: `SELECT ${WATCHED.map((area) => `max(value) FILTER (WHERE area = '${area}') AS ${area}`).join(', ')},
      current_schema()::text AS schema, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms
    FROM revision`,
};

/** A separate statement, since a newer schema may lack columns that `VALUES` reads. */
const MIGRATED: Statement = { name: 'migrations', text: `SELECT name FROM ${MIGRATION_TABLE}` };

type Values = Record<WatchedArea, number> & { readonly schema: string; readonly now_ms: number };

/**
 * A copy of the database's revisions, so that requests need no query. A separate connection listens for notifications, which
 * triggers send with each transaction that increments a revision. The revisions are also read once a second, since
 * notifications get lost when the connection breaks or goes through a pooler. While the database is unavailable the copy
 * stays unchanged.
 */
export class Revisions {
  /** Milliseconds by which the database's clock was ahead of this machine's at the last read. */
  clockAhead = 0;
  values: Values = { prices: 0, models: 0, nulls: 0, feeds: 0, schema: '', now_ms: 0 };
  /** Whether a newer program has migrated the database since it was opened. */
  isNewer = false;
  private reading: Promise<void> | null = null;
  /** The read after the current one, for callers that arrived after the current one began. */
  private nextRead: Promise<void> | null = null;
  private listener: Client | null = null;
  private connecting = false;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly requests: Connections,
    /** For the first read, without which the process cannot start: its time limits are longer. */
    private readonly work: Connections,
  ) {}

  async of(area: WatchedArea): Promise<number> {
    if (this.timer === null && !this.closed) await this.begin();
    return this.values[area];
  }

  /**
   * Resolves once the copy includes every change committed before the call. Does nothing while the database is unavailable,
   * or before the first call of `of`.
   */
  async caughtUp(): Promise<void> {
    if (this.timer !== null) await this.refresh().catch(() => {});
  }

  /** Closes the connection. The copy stays readable. */
  async close(): Promise<void> {
    this.closed = true;
    if (this.timer !== null) clearInterval(this.timer);
    await this.listener?.end().catch(() => {});
    await this.reading?.catch(() => {});
  }

  /** @throws DatabaseUnavailableError */
  refresh(): Promise<void> {
    if (this.reading === null) {
      this.reading = this.read().finally(() => {
        this.reading = null;
      });
      return this.reading;
    }
    this.nextRead ??= this.reading
      .catch(() => {})
      .then(() => {
        this.nextRead = null;
        return this.refresh();
      });
    return this.nextRead;
  }

  private async begin(): Promise<void> {
    await this.refresh();
    if (this.timer !== null || this.closed) return;
    this.timer = setInterval(() => this.poll(), POLL_MS).unref();
    this.poll();
  }

  private poll(): void {
    if (this.listener === null && !this.connecting) void this.listen();
    void this.caughtUp();
    void this.readMigrations().catch(() => {});
  }

  private async readMigrations(): Promise<void> {
    const applied = await this.requests.run<{ name: string }>(MIGRATED, []);
    this.isNewer = describeNewer(applied.map(({ name }) => name)) !== null;
  }

  private async read(): Promise<void> {
    const connections = this.timer === null ? this.work : this.requests;
    const sent = Date.now();
    const [values] = await connections.run<Values>(VALUES, []);
    this.values = values;
    this.clockAhead = Math.round(values.now_ms - (sent + Date.now()) / 2);
  }

  /** The next poll retries a failed connection. */
  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'perennial listening',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    const onEnd = () => {
      if (this.listener === client) this.listener = null;
    };
    client.on('error', onEnd);
    client.on('end', onEnd);
    client.on('notification', ({ payload }) => {
      if (payload === this.values.schema) void this.caughtUp();
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

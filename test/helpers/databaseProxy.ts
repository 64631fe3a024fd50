import { once } from 'node:events';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { keepablePort } from './ports';

/** The frame of PostgreSQL's protocol that gives a prepared statement its values: portal and statement by name, and they. */
const BIND = 'B'.charCodeAt(0);
/** Of PostgreSQL, where a URL names none. */
const DEFAULT_PORT = 5432;

/** A network between a service and its database that breaks when it is told to. */
export class DatabaseProxy {
  /** Names of the prepared statements that were asked, each in a round trip of its own; '' = without a name. */
  readonly asked: string[] = [];
  private readonly pairs = new Map<Socket, Socket>();
  private server: Server;
  private port = 0;
  private way: 'pass' | 'stall' | 'cut' | 'lose' = 'pass';

  private constructor(
    private readonly target: URL,
    private readonly rewrite: (answer: Buffer) => Buffer,
  ) {
    this.server = this.listener();
  }

  /** @param rewrite what becomes of a piece of what the server says */
  static async before(url: string, rewrite = (answer: Buffer) => answer): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url), rewrite);
    // Nobody else may answer there while this one refuses.
    proxy.port = await keepablePort();
    await proxy.listen();
    return proxy;
  }

  /** Of the database by way of this. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Everything arrives again: a cable that is plugged in. */
  async pass(): Promise<void> {
    const wasGone = !this.server.listening;
    this.way = 'pass';
    for (const [client, server] of this.pairs) for (const socket of [client, server]) socket.resume();
    if (wasGone) await this.listen();
  }

  /** Nothing arrives any more, and nobody is told: a cable that is pulled. */
  stall(): void {
    this.way = 'stall';
    for (const [client, server] of this.pairs) for (const socket of [client, server]) socket.pause();
  }

  /** Every connection ends, and new ones end as they begin. */
  cut(): void {
    this.way = 'cut';
    for (const [client, server] of this.pairs) for (const socket of [client, server]) socket.destroy();
  }

  /** Nobody listens any more: a server that is stopped. */
  async refuse(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
    this.server = this.listener();
  }

  /** Statements arrive, and with the next answer the connection ends: whether it was done nobody is told. */
  loseAnswers(): void {
    this.way = 'lose';
  }

  async close(): Promise<void> {
    if (this.server.listening) await this.refuse();
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private listener(): Server {
    return createServer((client) => {
      if (this.way === 'cut') return void client.destroy();
      const server = dial(Number(this.target.port || DEFAULT_PORT), this.target.hostname);
      this.pairs.set(client, server);
      client.on('data', (said) => {
        this.note(said);
        server.write(said);
      });
      server.on('data', (said) => {
        if (this.way === 'lose') client.destroy();
        else client.write(this.rewrite(said));
      });
      for (const [one, other] of [
        [client, server],
        [server, client],
      ]) {
        one.on('error', () => {});
        one.on('close', () => {
          this.pairs.delete(client);
          other.destroy();
        });
        if (this.way === 'stall') one.pause();
      }
    });
  }

  /** A statement's frames come in one piece here: they are short, and written at once. */
  private note(said: Buffer): void {
    for (let at = 0; at + 5 <= said.length; at += 1 + said.readUInt32BE(at + 1)) {
      if (said[at] === BIND) this.asked.push(said.toString('latin1', at + 5).split('\0', 2)[1]);
    }
  }
}

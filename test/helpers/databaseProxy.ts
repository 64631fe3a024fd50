import { once } from 'node:events';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { keepablePort } from './ports';

/** The Parse message of PostgreSQL's protocol: name of the prepared statement, and its text. */
const PARSE = 'P'.charCodeAt(0);
/** The Bind message: names of portal and prepared statement, then the values. */
const BIND = 'B'.charCodeAt(0);
/** The default port of PostgreSQL. */
const DEFAULT_PORT = 5432;

/** A proxy between a service and its database that can simulate network failures. */
export class DatabaseProxy {
  /** Names of the executed prepared statements, each in its own round trip; of an unnamed one, its text. */
  readonly asked: string[] = [];
  private readonly pairs = new Map<Socket, Socket>();
  private server: Server;
  private port = 0;
  private way: 'pass' | 'stall' | 'cut' | 'lose' = 'pass';
  private delayed: { readonly text: string; readonly ms: number } | null = null;

  private constructor(
    private readonly target: URL,
    private readonly rewrite: (answer: Buffer) => Buffer,
  ) {
    this.server = this.listener();
  }

  /** @param rewrite changes a chunk of the server's answers */
  static async before(url: string, rewrite = (answer: Buffer) => answer): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url), rewrite);
    // No other process may answer on this port while the proxy refuses connections.
    proxy.port = await keepablePort();
    await proxy.listen();
    return proxy;
  }

  /** The URL of the database through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Forwards everything again: a cable is plugged in. */
  async pass(): Promise<void> {
    const wasGone = !this.server.listening;
    this.way = 'pass';
    for (const [client, server] of this.pairs) for (const socket of [client, server]) socket.resume();
    if (wasGone) await this.listen();
  }

  /** Forwards nothing, without closing connections: a cable is pulled. */
  stall(): void {
    this.way = 'stall';
    for (const [client, server] of this.pairs) for (const socket of [client, server]) socket.pause();
  }

  /** Ends every connection, and new ones at once. */
  cut(): void {
    this.way = 'cut';
    for (const [client, server] of this.pairs) for (const socket of [client, server]) socket.destroy();
  }

  /** Stops listening: the server is stopped. */
  async refuse(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
    this.server = this.listener();
  }

  /** Forwards statements, and ends the connection at the next answer, so that the outcome remains unknown. */
  loseAnswers(): void {
    this.way = 'lose';
  }

  /** Forwards answers that contain a text with a delay. */
  delayAnswers(text: string, ms: number): void {
    this.delayed = { text, ms };
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
      server.on('data', async (said) => {
        if (this.way === 'lose') return void client.destroy();
        if (this.delayed !== null && said.includes(this.delayed.text)) {
          server.pause();
          await setTimeout(this.delayed.ms);
          server.resume();
        }
        client.write(this.rewrite(said));
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

  /** The messages of a statement arrive in one piece here, since they are short and written at once. */
  private note(said: Buffer): void {
    let unnamed = '';
    for (let at = 0; at + 5 <= said.length; at += 1 + said.readUInt32BE(at + 1)) {
      const [first, second] = said.toString('latin1', at + 5).split('\0', 2);
      if (said[at] === PARSE && first === '') unnamed = second;
      if (said[at] === BIND) this.asked.push(second === '' ? unnamed : second);
    }
  }
}

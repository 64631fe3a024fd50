import { keepablePort } from './ports';
import { type Child, startService } from './process';

/** Settings of a replica in scripts/deploy, and of a small and fast service. */
const SETTINGS = {
  LISTEN: 'ready',
  TRUST_PROXY: '1',
  SIGNIFICANCE: 'off',
  WORKERS: '1',
  // Limits that hold on a busy machine.
  SCAN_BUDGET_MS: '60000',
  SHUTDOWN_MS: '60000',
};

/** One of several processes of the built service over one database, on a port that it keeps. */
export class Replica {
  private process: Child | null = null;

  private constructor(
    readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async at(env: Readonly<Record<string, string>>): Promise<Replica> {
    return new Replica(await keepablePort(), env);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves once it listens. */
  async start(): Promise<void> {
    this.process = startService({ ...SETTINGS, ...this.env, PORT: String(this.port) });
    await this.process.logged('listening');
  }

  /** Sends a signal. @returns the exit code once the process has ended */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.process!.signal(signal);
    return (await this.process!.ended).code;
  }

  /** Its standard error, once it has ended. */
  async stderr(): Promise<string> {
    return (await this.process!.ended).stderr;
  }

  /** Number of operation requests answered since the start. */
  async answered(): Promise<number> {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const counts = text.matchAll(/^http_request_duration_seconds_count\{operation="(?!other)[^}]*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }
}

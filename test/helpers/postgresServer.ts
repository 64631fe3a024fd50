import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { overwritePage } from './damage';
import { keepablePort } from './ports';

const run = promisify(execFile);
const VERSIONS = '/usr/lib/postgresql';

/** Folder of the programs of the newest installed PostgreSQL server; null if there is none. */
export const POSTGRES = newest();

function newest(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = versions.map((version) => join(VERSIONS, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'pg_ctl'))) ?? null;
}

const started = new Set<PostgresServer>();
afterAll(() => Promise.all([...started].map((server) => server.remove())));

/** A separate server of a test, which it can stop. */
export class PostgresServer {
  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /** Creates and starts a server. @param programs folder of pg_ctl */
  static async start(programs: string): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'perennial-postgres-'));
    await chmod(folder, 0o700);
    if (isRoot()) {
      const id = async (option: string) => Number((await run('id', [option, 'postgres'])).stdout);
      await chown(folder, await id('-u'), await id('-g'));
    }
    const server = new PostgresServer(programs, folder, await keepablePort());
    started.add(server);
    await server.run('initdb', ['--username=perennial', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']);
    await server.resume();
    return server;
  }

  get url(): string {
    return `postgres://perennial@127.0.0.1:${this.port}/postgres`;
  }

  /** Ends every connection at once, and returns when the server is down. */
  async halt(): Promise<void> {
    await this.run('pg_ctl', ['stop', '--mode=fast', '--wait', '--timeout=300']);
  }

  /** Starts the server again, and returns when it accepts connections. */
  async resume(): Promise<void> {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
    const log = join(this.folder, 'log');
    await this.run('pg_ctl', ['start', '--wait', '--timeout=300', `--options=${options}`, `--log=${log}`]);
  }

  /** Overwrites the first page of a table that has rows, while the server is halted. @param path as `pg_relation_filepath` */
  overwriteTable(path: string): void {
    overwritePage(join(this.folder, 'data', path), 0);
  }

  async remove(): Promise<void> {
    started.delete(this);
    await this.run('pg_ctl', ['stop', '--mode=immediate', '--wait']).catch(() => {});
    await rm(this.folder, { recursive: true, force: true });
  }

  private async run(program: string, args: readonly string[]): Promise<void> {
    const data = join(this.folder, 'data');
    const command = [join(this.programs, program), `--pgdata=${data}`, ...args];
    // PostgreSQL refuses to run as root.
    const [file, ...rest] = isRoot() ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    await run(file, rest, { cwd: '/' });
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

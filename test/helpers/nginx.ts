import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepablePort } from './ports';

const DEPLOY = join(__dirname, '../../scripts/deploy');

export interface Nginx {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The folder of its logs. */
  readonly logs: string;
  /** Lines of its access log so far. */
  accesses(): string[];
}

/** Running processes by their folder. */
const running = new Map<string, ChildProcess>();
afterAll(async () => {
  for (const [folder, child] of running) {
    const ended = child.exitCode === null ? once(child, 'exit') : null;
    killAll(child);
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Kills the main process and its workers, which would outlive it. */
function killAll(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // It has ended, or was never started.
  }
}

/** nginx with the configuration of scripts/deploy, except for its port, its logs and the ports of the replicas. */
export async function startNginx(program: string, replicas: readonly number[]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-nginx-'));
  // Its workers may run as another user.
  chmodSync(folder, 0o755);
  const port = await keepablePort();
  const site = read('nginx.conf')
    .replace('listen 80 ', `listen 127.0.0.1:${port} `)
    .replaceAll('/var/log/nginx/', `${folder}/`);
  const servers = read('replicas.conf').replace(':8081 ', `:${replicas[0]} `).replace(':8082 ', `:${replicas[1]} `);
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'perennial-replicas.conf'), servers);
  writeFileSync(join(folder, 'nginx.conf'), main(folder));
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  running.set(folder, child);
  await listens(child, port);
  return {
    url: `http://127.0.0.1:${port}`,
    logs: folder,
    accesses: () => readFileSync(join(folder, 'perennial.log'), 'utf8').split('\n').slice(0, -1),
  };
}

function read(name: string): string {
  return readFileSync(join(DEPLOY, name), 'utf8');
}

/** The main configuration that a distribution has around a site, with all files written into a separate folder. */
function main(folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  include site.conf;
}
`;
}

async function listens(child: ChildProcess, port: number): Promise<void> {
  let complaint = '';
  child.stderr!.on('data', (text) => {
    complaint += text;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${complaint}`);
    // nginx answers this path itself, even without replicas.
    const status = await fetch(`http://127.0.0.1:${port}/metrics`).then(
      (response) => response.status,
      () => null,
    );
    if (status !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

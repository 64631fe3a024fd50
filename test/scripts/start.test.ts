import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { installWithoutDev } from '../helpers/installation';
import { keepablePort } from '../helpers/ports';
import { type ServiceProcess, SMALL, startService } from '../helpers/serviceProcess';
import { tempFolder } from '../helpers/tempFolder';

const PATIENCE_MS = 600_000;
const folder = tempFolder();
beforeAll(() => installWithoutDev(folder));

function npmStart(env: Readonly<Record<string, string>> = {}): ServiceProcess {
  return startService('npm', ['start'], { cwd: folder, env: { ...SMALL, ...env } });
}

test(
  'without development dependencies npm start builds, says so, serves, and passes SIGTERM on',
  async () => {
    expect(existsSync(join(folder, 'node_modules/@types/compression'))).toBe(false);
    expect(existsSync(join(folder, 'node_modules/typescript'))).toBe(false);
    // One that nobody else comes to have once it is free again.
    const { child, line, ended } = npmStart({ PORT: String(await keepablePort()) });
    const { port } = await line('listening');
    await line('ready');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    await line('stopped');
    const { stderr } = await ended;
    expect(stderr).toMatch(/building dist\/ from \d+ files, once until they change \.\.\.\n.*built in [\d.]+ s\n/);
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  },
  PATIENCE_MS,
);

test(
  'what V8 compiled is kept beside the program, and made anew when it is not whole',
  async () => {
    const build = readdirSync(join(folder, 'dist')).find((name) => name.startsWith('build-'))!;
    const kept = () => readdirSync(join(folder, 'dist', build)).filter((name) => /^service-\d+\.cache/.test(name));
    const [name, ...others] = kept();
    expect(others).toEqual([]);
    const path = join(folder, 'dist', build, name);
    const { length } = readFileSync(path);
    truncateSync(path, length / 2);
    const { child, line, ended } = npmStart();
    const { port } = await line('listening');
    await line('ready');
    // As the start before: what runs is compiled.
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    child.kill('SIGTERM');
    await line('stopped');
    expect((await ended).stderr).not.toContain('building');
    expect(kept()).toEqual([name]);
    const made = readFileSync(path);
    expect(made.subarray(0, 32)).toEqual(createHash('sha256').update(made.subarray(32)).digest());
    // How much runs before it is kept depends on how busy the machine is: with nothing that ran it would be half of that.
    expect(made.length).toBeGreaterThan(length * 0.6);
    // A letter beyond that would double what V8 holds of the whole text.
    expect(readFileSync(join(folder, 'dist', build, 'service.js')).every((byte) => byte < 0x80)).toBe(true);
  },
  PATIENCE_MS,
);

test(
  'it builds again only when a source has changed, and leaves nothing of the old',
  async () => {
    const help = () => {
      const { PATH = '' } = process.env;
      return spawnSync(process.execPath, ['scripts/launch.cjs', 'keys', '--help'], {
        cwd: folder,
        env: { PATH },
        encoding: 'utf8',
      });
    };
    expect(help()).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^Usage: perennial keys /) });
    appendFileSync(join(folder, 'src/main.ts'), '\n// changed\n');
    expect(help()).toMatchObject({ status: 0, stderr: expect.stringContaining('building dist/') });
    expect(help()).toMatchObject({ status: 0, stderr: '' });
  },
  PATIENCE_MS,
);

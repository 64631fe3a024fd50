import { spawnSync } from 'node:child_process';

/** nginx of this machine; null if not installed. */
export const NGINX = found('-v', 'nginx', '/usr/sbin/nginx');

/** Prometheus' checker of metrics and rules; null if not installed. */
export const PROMTOOL = found('--version', 'promtool', '/usr/bin/promtool');

/** Python of this machine; null if not installed or too old for the client. */
export const PYTHON = found('-cimport sys; sys.exit(sys.version_info < (3, 9))', 'python3', '/usr/bin/python3');

/** The first of some programs that runs successfully with an argument. */
export function found(argument: string, ...programs: readonly string[]): string | null {
  const runs = (program: string) => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;
  return programs.find(runs) ?? null;
}

/**
 * A suite that needs a program outside the packages of the project. If it is not installed, the suite is skipped with a line
 * that names it, or fails if the run requires all programs (`TEST_PARTS=all`, as in CI).
 */
export function describeWith(
  program: string | null,
  { name, install }: { name: string; install: string },
  suite: (program: string) => void,
): void {
  if (program !== null) describe(name, () => suite(program));
  else if (process.env.TEST_PARTS === 'all') test(name, () => expect(install).toBe('installed'));
  else describe(name, () => test.skip(`skipped: needs ${install}`, () => {}));
}

import { spawnSync } from 'node:child_process';

/** nginx of this machine; null where there is none. */
export const NGINX = found('-v', 'nginx', '/usr/sbin/nginx');

/** Python of this machine; null where there is none, or an older one than the client takes. */
export const PYTHON = found('-cimport sys; sys.exit(sys.version_info < (3, 9))', 'python3', '/usr/bin/python3');

/** The first of some programs that runs with an argument. */
function found(argument: string, ...programs: readonly string[]): string | null {
  const runs = (program: string) => spawnSync(program, [argument], { stdio: 'ignore' }).status === 0;
  return programs.find(runs) ?? null;
}

/**
 * A suite that needs a program which is no package of the project. Skipped with a line that names it where it is not
 * installed; where the run demands all of them (`TEST_PARTS=all`, as CI does) that is a failure.
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

import { spawnSync } from 'node:child_process';

/** nginx of this machine; null where there is none. */
export const NGINX = found('nginx', '/usr/sbin/nginx');

/** The first of some programs that runs. */
function found(...programs: readonly string[]): string | null {
  return programs.find((program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0) ?? null;
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

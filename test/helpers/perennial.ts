import { runPerennial } from '../../scripts/perennial';

/** What a command line wrote and ended with. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npx perennial ...` inside this process, away from any terminal. */
export async function perennial(env: NodeJS.ProcessEnv, ...argv: string[]): Promise<Ran> {
  const said = { out: '', err: '' };
  const code = await runPerennial(argv, {
    env,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
  });
  return { code, ...said };
}

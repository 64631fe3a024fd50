import { runPerennial } from '../../scripts/perennial';

/** Output and exit code of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npx perennial ...` inside this process, without a terminal. */
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

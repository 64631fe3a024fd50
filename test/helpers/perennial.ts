import { runPerennial } from '../../scripts/perennial';

/** Output and exit code of a command. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `npx perennial ...` inside this process, without a terminal. */
export function perennial(env: NodeJS.ProcessEnv, ...argv: string[]): Promise<Ran> {
  return run(env, argv);
}

/** The same on a terminal, where every question gets an answer. */
export async function perennialOnTerminal(
  env: NodeJS.ProcessEnv,
  answer: boolean,
  ...argv: string[]
): Promise<Ran & { readonly asked: readonly string[] }> {
  const asked: string[] = [];
  const ask = async (question: string) => {
    asked.push(question);
    return answer;
  };
  return { ...(await run(env, argv, ask)), asked };
}

async function run(env: NodeJS.ProcessEnv, argv: string[], ask?: (question: string) => Promise<boolean>): Promise<Ran> {
  const said = { out: '', err: '' };
  const code = await runPerennial(argv, {
    env,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    ask,
  });
  return { code, ...said };
}

import { extname, join } from 'node:path';

/** What a thread is started with. */
export interface ThreadModule {
  readonly filename: string;
  /** Absent = those of the process. */
  readonly execArgv?: string[];
}

/**
 * The module `name` in a folder, to be run in a thread of its own: the built one beside built code, the source beside
 * sources. A thread inherits no loader, so that one which runs sources brings its own.
 */
export function threadModule(folder: string, name: string): ThreadModule {
  const extension = extname(__filename);
  const filename = join(folder, name + extension);
  return extension === '.ts' ? { filename, execArgv: ['--require', require.resolve('tsx/cjs')] } : { filename };
}

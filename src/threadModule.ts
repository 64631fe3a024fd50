import { extname, join } from 'node:path';

/** The module and options of a worker thread. */
export interface ThreadModule {
  readonly filename: string;
  /** Absent = the options of the process. */
  readonly execArgv?: string[];
}

/**
 * The module `name` of a folder for a worker thread: the compiled file in a build, the source file otherwise. Threads do not
 * inherit the loader, so a source file brings its own.
 */
export function threadModule(folder: string, name: string): ThreadModule {
  const extension = extname(__filename);
  const filename = join(folder, name + extension);
  return extension === '.ts' ? { filename, execArgv: ['--require', require.resolve('tsx/cjs')] } : { filename };
}

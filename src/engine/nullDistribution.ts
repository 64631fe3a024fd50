import type { NullDistribution } from '../core/significance/significance';
import type { TaskInput, TaskOutput } from './tasks';
import { distributionOf, type NullJob, rotationTasks, strongestTasks } from './tasks/rotations';

/** Runs one of the tasks of a job in a thread. */
type RunTask<Name extends 'rotations' | 'strongest'> = (input: TaskInput<Name>) => Promise<TaskOutput<Name>>;

/**
 * The null distribution of a search (METHOD 9).
 *
 * @param onDone called with the number of symbols that a task has done
 */
export async function nullDistribution(
  job: NullJob,
  rotations: number,
  run: RunTask<'rotations'>,
  onDone: (symbols: number) => void,
): Promise<NullDistribution> {
  const parts = await Promise.all(
    rotationTasks(job, rotations).map(async (task) => {
      const strongest = await run(task);
      onDone(task.parts.reduce((count, { ids }) => count + ids.length, 0));
      return strongest;
    }),
  );
  return distributionOf(parts, rotations, tickersOf(job));
}

/** The largest z of each symbol of a search over the unshuffled calendar (METHOD 9), by ticker. */
export async function largestZ(job: NullJob, run: RunTask<'strongest'>): Promise<Map<string, number>> {
  const parts = await Promise.all(strongestTasks(job).map(run));
  const tickerOf = tickersOf(job);
  return new Map(parts.flat().map(({ id, z }) => [tickerOf(id), z]));
}

function tickersOf({ searches }: NullJob): (id: number) => string {
  const tickers = new Map(searches.flatMap(({ symbols }) => symbols.map(({ id, symbol }) => [id, symbol])));
  return (id) => tickers.get(id) ?? '';
}

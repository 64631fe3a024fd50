import { type SearchTask, searchPacked } from './search';

/** Body of a worker thread: prices in shared memory in, packed candidates out. */
export default function run(task: SearchTask): Float64Array {
  return searchPacked(task);
}

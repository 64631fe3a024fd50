import { requestTasks } from './tasks/requestTasks';
import { runnerOf } from './threadBody';

/** Entry point of the threads that serve requests. */
export default runnerOf(requestTasks);

import { backgroundTasks } from './tasks/backgroundTasks';
import { runnerOf } from './threadBody';

/** Entry point of background threads. */
export default runnerOf(backgroundTasks);

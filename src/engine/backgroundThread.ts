import * as exporting from './tasks/exportPart';
import * as rotating from './tasks/rotations';
import { answering } from './threadBody';

/** Body of the threads that no request waits for: without all that only answers take, some 20 MB a thread. */

export const exportPart = answering(exporting.exportPart);
export const rotations = answering(rotating.rotations);

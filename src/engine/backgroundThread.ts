import * as cameTrue from './tasks/cameTrue';
import * as exporting from './tasks/exportPart';
import * as rotating from './tasks/rotations';
import { asTask } from './threadBody';

/** Entry point of background threads. It leaves out the modules that only answers need, some 20 MB a thread. */

export const exportPart = asTask(exporting.exportPart);
export const rotations = asTask(rotating.rotations);
export const strongest = asTask(rotating.strongest);
export const peerMeans = asTask(cameTrue.peerMeans);
export const monthSums = asTask(cameTrue.monthSums);

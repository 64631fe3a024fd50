import { monthSums, peerMeans } from './cameTrue';
import { exportPart } from './exportPart';
import { rotations, strongest } from './rotations';
import type { Tasks } from './thread';

/**
 * The tasks that no request waits for. Their threads load none of the modules that only answers need, some 20 MB a thread.
 */
export const backgroundTasks = { exportPart, rotations, strongest, peerMeans, monthSums } satisfies Tasks;

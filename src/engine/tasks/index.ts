import { answer } from './answer';
import { monthSums, peerMeans } from './cameTrue';
import { cards } from './cards';
import { prepareChecks } from './contractCheck';
import { evidence } from './evidence';
import { exportPart } from './exportPart';
import { predict } from './predict';
import { readBlock } from './readBlock';
import { allDamaged } from './refusals';
import { rotations, strongest } from './rotations';
import { search } from './search';
import { analyze, heatRow, listYear } from './symbolWindows';
import type { Thread } from './thread';

/** The tasks of the threads: functions of a message and the thread's resources. */
export const TASKS = {
  answer,
  cards,
  analyze,
  listYear,
  allDamaged,
  search,
  evidence,
  exportPart,
  predict,
  readBlock,
  heatRow,
  rotations,
  strongest,
  peerMeans,
  monthSums,
  prepareChecks,
} satisfies Record<string, (input: never, thread: Thread) => unknown>;

export type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

import { answer } from './answer';
import { cards } from './cards';
import { allDamaged, evidence, predict } from './evidence';
import { readBlock } from './readBlock';
import { strongest } from './rotations';
import { search } from './search';
import { analyze, heatRow, listYear } from './symbolWindows';
import type { Tasks } from './thread';

/** The tasks that requests wait for. */
export const requestTasks = {
  answer,
  cards,
  analyze,
  listYear,
  allDamaged,
  search,
  evidence,
  predict,
  readBlock,
  heatRow,
  strongest,
} satisfies Tasks;

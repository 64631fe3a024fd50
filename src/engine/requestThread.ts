import { TASKS } from './tasks';
import { asTask } from './threadBody';

/** Entry point of the threads that serve requests: one exported function per task name. */

export const allDamaged = asTask(TASKS.allDamaged);
export const analyze = asTask(TASKS.analyze);
export const answer = asTask(TASKS.answer);
export const cards = asTask(TASKS.cards);
export const evidence = asTask(TASKS.evidence);
export const heatRow = asTask(TASKS.heatRow);
export const listYear = asTask(TASKS.listYear);
export const predict = asTask(TASKS.predict);
export const prepareChecks = asTask(TASKS.prepareChecks);
export const readBlock = asTask(TASKS.readBlock);
export const search = asTask(TASKS.search);
export const strongest = asTask(TASKS.strongest);

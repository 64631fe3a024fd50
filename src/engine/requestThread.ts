import { TASKS } from './tasks';
import { answering } from './threadBody';

/** Body of the threads that requests wait for: a function a task, by its name. */

export const allDamaged = answering(TASKS.allDamaged);
export const analyze = answering(TASKS.analyze);
export const answer = answering(TASKS.answer);
export const cards = answering(TASKS.cards);
export const evidence = answering(TASKS.evidence);
export const heatRow = answering(TASKS.heatRow);
export const listYear = answering(TASKS.listYear);
export const predict = answering(TASKS.predict);
export const prepareChecks = answering(TASKS.prepareChecks);
export const readBlock = answering(TASKS.readBlock);
export const search = answering(TASKS.search);

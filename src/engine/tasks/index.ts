import { backgroundTasks } from './backgroundTasks';
import { requestTasks } from './requestTasks';

export const TASKS = { ...requestTasks, ...backgroundTasks };

export type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type TaskOutput<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

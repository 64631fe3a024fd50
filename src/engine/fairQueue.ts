import { type PiscinaTask, queueOptionsSymbol, type TaskQueue } from 'piscina';

/** The queue's option of a task. */
export interface TaskOwner {
  /** Account that the task counts for; internal work has an account of its own. */
  readonly account: string;
}

type Queued = Pick<PiscinaTask, typeof queueOptionsSymbol>;

/**
 * The task queue of a pool: round robin over accounts, first in first out within one. A task of one account waits for at
 * most one task of each other account, however many those have queued.
 */
export class FairQueue implements TaskQueue {
  /** By account, in round-robin order. */
  private queues = new Map<string, Queued[]>();

  get size(): number {
    let size = 0;
    for (const tasks of this.queues.values()) size += tasks.length;
    return size;
  }

  push(task: Queued): void {
    const { account } = ownerOf(task);
    const tasks = this.queues.get(account);
    if (tasks) tasks.push(task);
    else this.queues.set(account, [task]);
  }

  /** Puts a task back to the front: piscina takes tasks out before it knows of a free thread. */
  unshift(task: Queued): void {
    const { account } = ownerOf(task);
    const tasks = [task, ...(this.queues.get(account) ?? [])];
    this.queues.delete(account);
    this.queues = new Map([[account, tasks], ...this.queues]);
  }

  shift(): PiscinaTask | null {
    for (const [account, tasks] of this.queues) {
      const [next, ...rest] = tasks;
      this.queues.delete(account);
      if (rest.length > 0) this.queues.set(account, rest);
      return next as PiscinaTask;
    }
    return null;
  }

  remove(task: Queued): void {
    this.cancel(ownerOf(task));
  }

  /** Removes the task that was queued with this owner object, if it still waits. */
  cancel(owner: TaskOwner): void {
    const remaining = (this.queues.get(owner.account) ?? []).filter((task) => ownerOf(task) !== owner);
    if (remaining.length > 0) this.queues.set(owner.account, remaining);
    else this.queues.delete(owner.account);
  }
}

function ownerOf(task: Queued): TaskOwner {
  return task[queueOptionsSymbol] as TaskOwner;
}

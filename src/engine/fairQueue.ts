import { type PiscinaTask, queueOptionsSymbol, type TaskQueue } from 'piscina';

/** What a task brings for the queue. */
export interface TaskOwner {
  /** Whose turn it takes; the service's own work has an account of its own. */
  readonly account: string;
}

type Queued = Pick<PiscinaTask, typeof queueOptionsSymbol>;

/**
 * The task queue of a pool: round robin over accounts, first come first served within one. However many tasks one account
 * has queued, the next of another waits for one of them and no more.
 */
export class FairQueue implements TaskQueue {
  /** In the order of their turns. */
  private lines = new Map<string, Queued[]>();

  get size(): number {
    let size = 0;
    for (const tasks of this.lines.values()) size += tasks.length;
    return size;
  }

  push(task: Queued): void {
    const { account } = ownerOf(task);
    const tasks = this.lines.get(account);
    if (tasks) tasks.push(task);
    else this.lines.set(account, [task]);
  }

  /** Piscina takes a task out before it knows of a free thread, and puts it back so: it is the next again. */
  unshift(task: Queued): void {
    const { account } = ownerOf(task);
    const tasks = [task, ...(this.lines.get(account) ?? [])];
    this.lines.delete(account);
    this.lines = new Map([[account, tasks], ...this.lines]);
  }

  shift(): PiscinaTask | null {
    for (const [account, tasks] of this.lines) {
      const [next, ...rest] = tasks;
      this.lines.delete(account);
      if (rest.length > 0) this.lines.set(account, rest);
      return next as PiscinaTask;
    }
    return null;
  }

  remove(task: Queued): void {
    this.leave(ownerOf(task));
  }

  /** Takes out the task that was queued with this very owner, if it still waits. */
  leave(owner: TaskOwner): void {
    const left = (this.lines.get(owner.account) ?? []).filter((task) => ownerOf(task) !== owner);
    if (left.length > 0) this.lines.set(owner.account, left);
    else this.lines.delete(owner.account);
  }
}

function ownerOf(task: Queued): TaskOwner {
  return task[queueOptionsSymbol] as TaskOwner;
}

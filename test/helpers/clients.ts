import { EventEmitter, once } from 'node:events';
import type { TestApp } from './app';
import { listen } from './listen';

/** Waits for a condition, which is checked after each event. */
export class Happenings {
  private readonly emitter = new EventEmitter();

  happened(): void {
    this.emitter.emit('something');
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(this.emitter, 'something');
  }
}

/** A service on a socket, with clients that can disconnect. */
export async function listening(app: TestApp) {
  const { url, close } = await listen(app.app);
  return {
    url,
    close,
    /** Sends a request, whose answer is null if the client disconnects. */
    ask(path: string, key: string, init: RequestInit = {}) {
      const hangUp = new AbortController();
      const headers = { ...init.headers, 'X-API-Key': key };
      const answer = fetch(url + path, { ...init, headers, signal: hangUp.signal }).catch(() => null);
      return { answer, hangUp: () => hangUp.abort() };
    },
  };
}

/** The log of requests, with one entry for each completed one. */
export class RequestLog {
  readonly lines: { msg: string; status?: number; url?: string; level: number; err?: unknown; code?: string }[] = [];
  private readonly changes = new Happenings();

  write(line: string): void {
    this.lines.push(JSON.parse(line));
    this.changes.happened();
  }

  statuses(): (number | undefined)[] {
    return this.lines.filter(({ msg }) => msg === 'request').map(({ status }) => status);
  }

  until(count: number, status: number): Promise<void> {
    return this.changes.until(() => this.statuses().filter((one) => one === status).length >= count);
  }
}

type Method<A extends unknown[], R> = (...args: A) => Promise<R>;

/** Delays calls of a method until they are released. */
export function gateBefore<T extends object, K extends keyof T & string>(target: T, name: K) {
  const begun = new Happenings();
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const original = target[name] as Method<unknown[], unknown>;
  let calls = 0;
  const spy = jest.spyOn(target, name as never) as unknown as jest.SpyInstance;
  spy.mockImplementation(async function (this: T, ...args: unknown[]) {
    calls += 1;
    begun.happened();
    await opened;
    return original.apply(this, args);
  });
  return {
    calls: () => calls,
    until: (count: number) => begun.until(() => calls >= count),
    open: () => open(),
    restore: () => spy.mockRestore(),
  };
}

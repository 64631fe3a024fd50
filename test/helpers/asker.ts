import type { Context } from '../../src/operation';
import { callerOn } from './access';
import { NO_BROWSER } from './noBrowser';

/** Who asks a handler without a request. */
export interface Asker {
  readonly tier?: string;
  readonly accountId?: number;
}

export function contextOf({ tier = 'business', accountId = 1 }: Asker): Context {
  const { signal } = new AbortController();
  return {
    caller: { ...callerOn(tier), accountId },
    requestId: 'test',
    account: String(accountId),
    signal,
    gone: signal,
    rate: null,
    browser: NO_BROWSER,
    format: 'json',
  };
}

import pino, { type DestinationStream, type Logger } from 'pino';
import type { Exchange } from './exchange';
import { withoutKeys } from './redact';

/** The log of the process: one JSON line an event. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Bytes of lines that are written before their turn ends. */
const MOST_GATHERED = 1 << 16;
/** As pino numbers its levels. */
const ERROR = 50;
/** Asks pino to say the level of a line before it is written. */
const NEEDS_METADATA = Symbol.for('pino.metadata');

/**
 * Standard output, to which the lines of one turn of the event loop are written at its end, with one system call rather
 * than one for each. A line of an error is written at once, with all before it, and so is all when the process ends, be
 * it by a fault that nobody caught: only a process that is killed loses a turn's lines.
 */
export function outputByTurn(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, minLength: MOST_GATHERED, maxWrite: 2 * MOST_GATHERED });
  let isDue = false;
  // Not flushSync, which waits for the disk as well.
  const flush = () => {
    if (isDue) output.flush();
    isDue = false;
  };
  process.once('exit', () => output.flushSync());
  return {
    [NEEDS_METADATA]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line);
      if (!isDue) setImmediate(flush);
      isDue = true;
      if (this.lastLevel >= ERROR) flush();
    },
  } as DestinationStream & { lastLevel: number };
}

/** One line a request. Headers are not logged, so that no key can be. */
export function accessLog(log: Logger): (exchange: Exchange) => void {
  return (exchange) => {
    // The error itself is logged where it is answered; this one only says that the status is 5xx.
    const level = exchange.status >= 500 ? 'error' : 'info';
    if (log.isLevelEnabled(level)) log[level](requestFields(exchange), 'request');
  };
}

function requestFields({ request, requestId, url, status, operation, caller, arrived }: Exchange) {
  return {
    requestId,
    method: request.method,
    url: withoutKeys(url),
    status,
    operation: operation?.id,
    tier: caller?.tier.id,
    account: caller?.accountId ?? undefined,
    responseTime: Math.round(performance.now() - arrived),
  };
}

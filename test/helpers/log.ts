import { Writable } from 'node:stream';
import { createLog, type Log } from '../../src/log';

/** A log that discards everything. */
export const NO_LOG: Log = { info() {}, warn() {}, error() {} };

/** A log that remembers its lines. */
export function memoryLog() {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  return { lines, log: createLog('info', sink) };
}

import type { Log } from '../../src/log';

/** A log that discards everything. */
export const NO_LOG: Log = { info() {}, warn() {}, error() {} };

import type { Log } from '../../src/log';

/** A log that nobody reads. */
export const NO_LOG: Log = { info() {}, warn() {}, error() {} };

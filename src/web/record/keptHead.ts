import type { Named } from './chain';

const KEY = 'ledger-head';

/** The head that this browser saw when it last verified the record; null when it keeps none. */
export function keptHead(): Named | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('seq' in kept) || !('hash' in kept)) return null;
    const { seq, hash } = kept;
    return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : null;
  } catch {
    return null;
  }
}

export function keepHead({ seq, hash }: Named): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ seq, hash }));
  } catch {
    // Nothing is kept then: the next visit has nothing to compare with.
  }
}

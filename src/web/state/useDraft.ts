import { useLayoutEffect, useState } from 'preact/hooks';

/** What stands in a form until it is sent, since what is sent counts against a budget. */
export interface Draft<K extends string> {
  readonly typed: Readonly<Record<K, string>>;
  /** What a field shows, and what it calls when that is changed. */
  readonly field: (key: K) => { readonly value: string; readonly change: (value: string) => void };
  /** Whether something of it is not asked yet. */
  readonly isChanged: boolean;
}

/** @param asked what the address asks: whenever that changes, the form tells it */
export function useDraft<K extends string>(asked: Readonly<Record<K, string>>): Draft<K> {
  const [typed, setTyped] = useState(asked);
  // Before anybody types: what is typed in the meantime would be lost.
  useLayoutEffect(() => setTyped(asked), [asked]);
  return {
    typed,
    field: (key) => ({
      value: typed[key],
      change: (value) => setTyped((before) => ({ ...before, [key]: value })),
    }),
    isChanged: (Object.keys(typed) as K[]).some((key) => typed[key] !== asked[key]),
  };
}

import { useLayoutEffect, useState } from 'preact/hooks';

/** The fields of a form before it is submitted. Nothing is requested while typing: each request counts against the plan. */
export interface Draft<K extends string> {
  readonly draft: Readonly<Record<K, string>>;
  /** Value and change handler of a field. */
  readonly field: (key: K) => { readonly value: string; readonly change: (value: string) => void };
  /** Whether a field differs from what was submitted. */
  readonly isChanged: boolean;
}

/** @param submitted the fields as the URL has them; when they change, they replace the draft */
export function useDraft<K extends string>(submitted: Readonly<Record<K, string>>): Draft<K> {
  const [draft, setTyped] = useState(submitted);
  // In a layout effect: a later one would overwrite what was typed meanwhile.
  useLayoutEffect(() => setTyped(submitted), [submitted]);
  return {
    draft,
    field: (key) => ({
      value: draft[key],
      change: (value) => setTyped((before) => ({ ...before, [key]: value })),
    }),
    isChanged: (Object.keys(draft) as K[]).some((key) => draft[key] !== submitted[key]),
  };
}

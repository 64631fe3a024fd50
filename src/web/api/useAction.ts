import { useEffect, useRef, useState } from 'preact/hooks';
import { type Failure, toFailure } from './failure';
import { clearCache } from './responseCache';

export interface Action<A extends readonly unknown[]> {
  /** Starts the action; ignored while it is running. */
  readonly run: (...args: A) => void;
  readonly busy: boolean;
  /** Why the last run failed; null otherwise. */
  readonly failure: Failure | null;
}

/**
 * The action of a button. It runs once at a time, and clears the response cache when it succeeds.
 *
 * @param work throws a Failure when it fails
 * @param done called with the result, unless the page was left meanwhile
 */
export function useAction<A extends readonly unknown[], T>(
  work: (...args: A) => Promise<T>,
  done: (result: T) => void,
): Action<A> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // State is not enough: a second click may come before the next render.
  const running = useRef(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const run = (...args: A) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(null);
    work(...args)
      .then(
        (result) => {
          clearCache();
          if (!left.current) done(result);
        },
        (error: unknown) => left.current || setFailure(toFailure(error)),
      )
      .finally(() => {
        running.current = false;
        if (!left.current) setBusy(false);
      });
  };
  return { run, busy, failure };
}

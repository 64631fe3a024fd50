import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { forgetAnswers } from './answers';
import { Failure } from './failure';

export interface Action<A extends readonly unknown[]> {
  /** Does it, unless it is being done. */
  readonly run: (...args: A) => void;
  readonly busy: boolean;
  /** Why the last one was not done. */
  readonly failure: Failure | null;
  readonly forget: () => void;
}

/**
 * What a button does: one at a time. Whatever was asked before may not hold afterwards, and is forgotten.
 *
 * @param work throws a Failure where it cannot be done
 */
export function useAction<A extends readonly unknown[], T>(
  work: (...args: A) => Promise<T>,
  done: (result: T) => void,
): Action<A> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  // A second click may come before the page is drawn anew.
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
          forgetAnswers();
          if (!left.current) done(result);
        },
        (fault: unknown) => {
          if (!left.current) setFailure(fault instanceof Failure ? fault : new Failure(0, 'unknown', String(fault)));
        },
      )
      .finally(() => {
        running.current = false;
        if (!left.current) setBusy(false);
      });
  };
  const forget = useCallback(() => setFailure(null), []);
  return { run, busy, failure, forget };
}

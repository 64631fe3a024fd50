import { useCallback, useEffect, useState } from 'preact/hooks';
import { Failure } from './failure';
import type { Question } from './question';

export type Answer<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly before: T | null }
  | { readonly state: 'failed'; readonly failure: Failure }
  | { readonly state: 'ready'; readonly data: T };

/** How long an answer is shown again without asking, milliseconds: going back must cost no request. */
const KEPT_MS = 60_000;
const MOST_KEPT = 40;

const kept = new Map<string, { readonly data: unknown; readonly at: number }>();

/** Forgets every answer: another account asks from now on. */
export function forgetAnswers(): void {
  kept.clear();
}

function keptFor<T>({ url }: Question<T>): T | undefined {
  const found = kept.get(url);
  return found !== undefined && Date.now() - found.at < KEPT_MS ? (found.data as T) : undefined;
}

function keep(url: string, data: unknown): void {
  kept.delete(url);
  kept.set(url, { data, at: Date.now() });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
}

/**
 * Asks, and asks anew when the question changes; what was asked before is given up then.
 *
 * @param question null asks nothing
 * @returns the answer, and what asks the same again
 */
export function useAnswer<T>(question: Question<T> | null): [Answer<T>, () => void] {
  const url = question?.url ?? null;
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<{ readonly url: string | null; readonly answer: Answer<T> }>(() => ({
    url,
    answer: begin(question, null),
  }));
  useEffect(() => {
    if (question === null) return setHeld({ url, answer: { state: 'idle' } });
    const before = held.answer.state === 'ready' ? held.answer.data : null;
    const answer = round === 0 || url !== held.url ? begin(question, before) : { state: 'loading' as const, before };
    setHeld({ url, answer });
    if (answer.state === 'ready') return;
    const leaving = new AbortController();
    question.ask(leaving.signal).then(
      (data) => {
        if (leaving.signal.aborted) return;
        keep(question.url, data);
        setHeld({ url, answer: { state: 'ready', data } });
      },
      (fault: unknown) => {
        if (leaving.signal.aborted) return;
        const failure = fault instanceof Failure ? fault : new Failure(0, 'unknown', String(fault));
        setHeld({ url, answer: { state: 'failed', failure } });
      },
    );
    return () => leaving.abort();
  }, [url, round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  // Between a new question and its effect, nothing of the old one is told as the answer.
  return [held.url === url ? held.answer : begin(question, null), again];
}

function begin<T>(question: Question<T> | null, before: T | null): Answer<T> {
  if (question === null) return { state: 'idle' };
  const data = keptFor(question);
  return data === undefined ? { state: 'loading', before } : { state: 'ready', data };
}

import { useCallback, useEffect, useState } from 'preact/hooks';
import { askOnce, keptAnswer, type Question } from './answers';
import { Failure } from './failure';

export type Answer<T> =
  | { readonly state: 'idle' }
  | { readonly state: 'loading'; readonly before: T | null }
  | { readonly state: 'failed'; readonly failure: Failure }
  | Ready<T>;

export interface Ready<T> {
  readonly state: 'ready';
  readonly data: T;
  /** Of an answer that stands: the next one is being asked for, or why there is none. */
  readonly renewal?: 'under way' | Failure;
}

/**
 * Asks, and asks anew when the question changes.
 *
 * @param question null asks nothing
 * @param stands whether an answer that is asked for again is shown until the next one is there
 * @returns the answer, and what asks the same again, whatever is kept
 */
export function useAnswer<T>(question: Question<T> | null, stands = false): [Answer<T>, () => void] {
  const url = question?.url ?? null;
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<{ readonly url: string | null; readonly answer: Answer<T> }>(() => ({
    url,
    answer: begin(question, null),
  }));
  useEffect(() => {
    if (question === null) return setHeld({ url, answer: { state: 'idle' } });
    const before = held.answer.state === 'ready' ? held.answer.data : null;
    if (round !== 0 && url === held.url)
      return renew(question, stands ? held.answer : null, (answer) => setHeld({ url, answer }));
    const answer = begin(question, before);
    setHeld({ url, answer });
    if (answer.state !== 'ready') return follow(question, (told) => setHeld({ url, answer: told }));
  }, [url, round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  // Between a new question and its effect, nothing of the old one is told as the answer.
  return [held.url === url ? held.answer : begin(question, null), again];
}

/**
 * Several questions at once: what fails leaves the rest standing.
 *
 * @returns an answer each, and what asks those again that have failed
 */
export function useAnswers<T>(questions: readonly Question<T>[]): [readonly Answer<T>[], () => void] {
  const [round, setRound] = useState(0);
  const [held, setHeld] = useState<ReadonlyMap<string, Answer<T>>>(new Map());
  useEffect(() => {
    const begun = new Map(questions.map((question) => [question.url, begin(question, null)]));
    setHeld(begun);
    const leave = questions
      .filter(({ url }) => begun.get(url)?.state === 'loading')
      .map((question) => follow(question, (told) => setHeld((before) => new Map(before).set(question.url, told))));
    return () => leave.forEach((give) => void give());
  }, [questions.map(({ url }) => url).join(' '), round]);
  const again = useCallback(() => setRound((n) => n + 1), []);
  return [questions.map((question) => held.get(question.url) ?? begin(question, null)), again];
}

export function readyOf<T>(answers: readonly Answer<T>[]): T[] {
  return answers.flatMap((answer) => (answer.state === 'ready' ? [answer.data] : []));
}

export function failuresOf(answers: readonly Answer<unknown>[]): Failure[] {
  return answers.flatMap((answer) => (answer.state === 'failed' ? [answer.failure] : []));
}

/** Asks again whatever is kept. @returns what makes it tell no more */
function renew<T>(question: Question<T>, held: Answer<T> | null, tell: (answer: Answer<T>) => void): () => void {
  if (held?.state !== 'ready') {
    tell({ state: 'loading', before: null });
    return follow(question, tell);
  }
  tell({ ...held, renewal: 'under way' });
  return follow(question, (told) => tell(told.state === 'failed' ? { ...held, renewal: told.failure } : told));
}

/** Tells what becomes of a question. @returns what makes it tell no more */
function follow<T>(question: Question<T>, tell: (answer: Answer<T>) => void): () => void {
  let left = false;
  askOnce(question).then(
    (data) => left || tell({ state: 'ready', data }),
    (fault: unknown) => {
      const failure = fault instanceof Failure ? fault : new Failure(0, 'unknown', String(fault));
      if (!left) tell({ state: 'failed', failure });
    },
  );
  return () => {
    left = true;
  };
}

function begin<T>(question: Question<T> | null, before: T | null): Answer<T> {
  if (question === null) return { state: 'idle' };
  const data = keptAnswer(question);
  return data === undefined ? { state: 'loading', before } : { state: 'ready', data };
}

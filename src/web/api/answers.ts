/** A question to the API, not asked yet. Two of the same address are the same. */
export interface Question<T> {
  readonly url: string;
  /** How long its answer is shown again without asking, milliseconds; some minutes where it is not said. */
  readonly keptMs?: number;
  /** @throws Failure */
  ask(signal?: AbortSignal): Promise<T>;
}

/** What is made of prices changes when they do (noteDataVersion); what else changes waits for so long at most. */
const KEPT_MS = 300_000;
const MOST_KEPT = 40;

const kept = new Map<string, { readonly data: unknown; readonly until: number }>();
const inFlight = new Map<string, Promise<unknown>>();
let version: string | null = null;

/** Forgets every answer, also those that are under way: another account asks from now on, or something was changed. */
export function forgetAnswers(): void {
  kept.clear();
  inFlight.clear();
}

/** @param next the prices that an answer was made from; null where it says nothing of them. Others end what is kept */
export function noteDataVersion(next: string | null): void {
  if (next === null || next === version) return;
  if (version !== null) forgetAnswers();
  version = next;
}

/** The answer that is kept; undefined where there is none. */
export function keptAnswer<T>({ url }: Question<T>): T | undefined {
  const found = kept.get(url);
  return found !== undefined && Date.now() < found.until ? (found.data as T) : undefined;
}

/**
 * Asks, unless the same is being asked already, and keeps the answer. What was asked counts against a budget whoever still
 * wants to know: it is not given up.
 *
 * @throws Failure
 */
export function askOnce<T>(question: Question<T>): Promise<T> {
  const { url } = question;
  const joined = inFlight.get(url);
  if (joined !== undefined) return joined as Promise<T>;
  const asked = question.ask();
  inFlight.set(url, asked);
  const isCurrent = () => inFlight.get(url) === asked && inFlight.delete(url);
  asked.then(
    (data) => isCurrent() && keep(question, data),
    () => isCurrent(),
  );
  return asked;
}

function keep<T>({ url, keptMs = KEPT_MS }: Question<T>, data: T): void {
  kept.delete(url);
  kept.set(url, { data, until: Date.now() + keptMs });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
}

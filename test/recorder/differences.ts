import type { Recorded } from './recording';

/** One way in which two answers differ. */
export interface Difference {
  /** Equal for similar differences: `header vary`, `body /cards/-/rank`. */
  readonly kind: string;
  readonly detail: string;
}

/** Most paths of a body that are named; the rest are counted. */
const MOST_PATHS = 5;

export function differencesBetween(a: Recorded, b: Recorded, ignored: ReadonlySet<string>): Difference[] {
  const found: Difference[] = [];
  const add = (kind: string, one: unknown, other: unknown) => {
    found.push({ kind, detail: `${shown(one)} -> ${shown(other)}` });
  };
  if (JSON.stringify(a.request) !== JSON.stringify(b.request)) add('request', a.request, b.request);
  if (a.status !== b.status) add(`status ${a.status} -> ${b.status}`, a.body, b.body);
  for (const name of new Set([...Object.keys(a.headers), ...Object.keys(b.headers)])) {
    const [one, other] = [a.headers[name], b.headers[name]];
    if (!ignored.has(name) && JSON.stringify(one) !== JSON.stringify(other)) add(`header ${name}`, one, other);
  }
  if (a.status === b.status && JSON.stringify(a.body) !== JSON.stringify(b.body)) {
    for (const { path, one, other } of bodyDifferences(a, b)) add(`body ${path}`, one, other);
  }
  return found;
}

interface Place {
  readonly path: string;
  readonly one: unknown;
  readonly other: unknown;
}

function bodyDifferences({ body: a }: Recorded, { body: b }: Recorded): Place[] {
  if (!('text' in a && 'text' in b)) return [{ path: '(large or binary)', one: a, other: b }];
  const [one, other] = [parsed(a.text), parsed(b.text)];
  if (one === undefined || other === undefined) return [lineDifference(a.text, b.text)];
  const places = [...jsonDifferences(one, other, '')];
  // Equal as values: the order of fields or the notation differs.
  if (places.length === 0) return [{ path: '(order or spelling)', one: a.text, other: b.text }];
  const kinds = new Map(places.map((place) => [place.path, place]));
  return [...kinds.values()].slice(0, MOST_PATHS);
}

/** Array indices are `-`, so that equal differences in many rows are one kind. */
function* jsonDifferences(one: unknown, other: unknown, path: string): Generator<Place> {
  if (Object.is(one, other)) return;
  const areObjects = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null;
  if (!areObjects || Array.isArray(one) !== Array.isArray(other)) {
    yield { path: path || '/', one, other };
    return;
  }
  const isList = Array.isArray(one);
  if (isList && one.length !== (other as unknown[]).length) {
    yield { path: `${path}/length`, one: one.length, other: (other as unknown[]).length };
  }
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>];
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    if (isList && !(key in first && key in second)) continue;
    yield* jsonDifferences(first[key], second[key], `${path}/${isList ? '-' : key}`);
  }
}

function lineDifference(a: string, b: string): Place {
  const [ones, others] = [a.split('\n'), b.split('\n')];
  const at = ones.findIndex((line, i) => line !== others[i]);
  const line = at < 0 ? ones.length : at;
  return { path: '(a line of text)', one: `line ${line + 1}: ${ones[line]}`, other: others[line] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
  return text.length <= 300 ? text : `${text.slice(0, 300)}...`;
}

import { parsed } from './ids';
import type { Recorded } from './recording';

/** One way in which two answers differ. */
export interface Difference {
  /** Equal for similar differences: `/headers/vary`, `/body/cards/-/rank`. */
  readonly kind: string;
  readonly detail: string;
}

/** Most differences of an answer that are named. */
const MOST_NAMED = 8;

export function differencesBetween(a: Recorded, b: Recorded, ignored: ReadonlySet<string>): Difference[] {
  if (a.status !== b.status) return [difference(`status ${a.status} -> ${b.status}`, a.body, b.body)];
  const kinds = new Map<string, Difference>();
  for (const found of differencesIn(comparable(a, ignored), comparable(b, ignored), '')) {
    if (!kinds.has(found.kind)) kinds.set(found.kind, found);
  }
  const isEqual = kinds.size === 0 && JSON.stringify(a.body) === JSON.stringify(b.body);
  if (kinds.size === 0 && !isEqual) return [difference('/body (order or spelling)', a.body, b.body)];
  return [...kinds.values()].slice(0, MOST_NAMED);
}

/** A recording as one JSON value. Texts that are not JSON are their lines. */
function comparable({ request, headers, body }: Recorded, ignored: ReadonlySet<string>) {
  const kept = Object.entries(headers).filter(([name]) => !ignored.has(name));
  const content = 'text' in body ? (parsed(body.text) ?? body.text.split('\n')) : body;
  return { request, headers: Object.fromEntries(kept), body: content };
}

/** Array indices are `-`, so that equal differences in many rows are one kind. */
function* differencesIn(one: unknown, other: unknown, path: string): Generator<Difference> {
  if (Object.is(one, other)) return;
  const areObjects = typeof one === 'object' && typeof other === 'object' && one !== null && other !== null;
  if (!areObjects || Array.isArray(one) !== Array.isArray(other)) {
    yield difference(path, one, other);
    return;
  }
  const isList = Array.isArray(one);
  if (isList && one.length !== (other as unknown[]).length) {
    yield difference(`${path}/length`, one.length, (other as unknown[]).length);
  }
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>];
  for (const key of new Set([...Object.keys(first), ...Object.keys(second)])) {
    if (isList && !(key in first && key in second)) continue;
    yield* differencesIn(first[key], second[key], `${path}/${isList ? '-' : key}`);
  }
}

function difference(kind: string, one: unknown, other: unknown): Difference {
  return { kind, detail: `${shown(one)} -> ${shown(other)}` };
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent');
  return text.length <= 300 ? text : `${text.slice(0, 300)}...`;
}

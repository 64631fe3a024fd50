import type { Cut } from './tool';

type Body = Readonly<Record<string, unknown>>;

/** A body that was cut to fit. */
interface Fitted {
  readonly body: Body;
  /** What is missing, a sentence for each cut. */
  readonly notes: readonly string[];
}

/**
 * The body of an answer, short enough for an agent: of the lists that a tool names, in their order, as much as fits, and
 * at least one item of each.
 *
 * @param most characters of JSON
 */
export function fitted(body: Body, cuts: readonly Cut[], most: number): Fitted {
  let fitting = body;
  let excess = lengthOf(body) - most;
  const notes: string[] = [];
  for (const cut of cuts) {
    if (excess <= 0) break;
    const path = cut.list.split('.');
    const lists: (readonly unknown[])[] = [];
    edited(fitting, path, (list) => {
      lists.push(list);
      return list;
    });
    const { longest, kept, saved } = shortening(lists, cut.keep, excess);
    if (kept === longest) continue;
    fitting = edited(fitting, path, (list) => (cut.keep === 'first' ? list.slice(0, kept) : list.slice(-kept))) as Body;
    excess -= saved;
    notes.push(`${cut.list} holds the ${cut.keep} ${kept} of ${longest} (${cut.advice}).`);
  }
  return { body: fitting, notes };
}

/** How many items each list may keep to save so many characters, the same number of all. */
function shortening(lists: readonly (readonly unknown[])[], keep: Cut['keep'], excess: number) {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  let kept = longest;
  let saved = 0;
  while (kept > 1 && saved < excess) {
    const longer = lists.filter((list) => list.length >= kept);
    for (const list of longer) saved += lengthOf(keep === 'first' ? list[kept - 1] : list[list.length - kept]) + 1;
    kept -= 1;
  }
  return { longest, kept, saved };
}

/** The same with the lists at a path replaced; what is not there stays away. */
function edited(
  value: unknown,
  [key, ...rest]: readonly string[],
  edit: (list: readonly unknown[]) => readonly unknown[],
): unknown {
  if (key === undefined) return Array.isArray(value) ? edit(value) : value;
  if (key === '*') return Array.isArray(value) ? value.map((item) => edited(item, rest, edit)) : value;
  if (typeof value !== 'object' || value === null || !(key in value)) return value;
  const holder = value as Body;
  return { ...holder, [key]: edited(holder[key], rest, edit) };
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

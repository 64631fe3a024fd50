/** What the tools take has a depth of four, in a message of two more. */
export const DEEPEST = 32;

/**
 * Whether parsed JSON has lists and objects inside each other beyond so many levels. Goes down level by level: what is
 * nested a hundred thousand times must not nest calls as often.
 */
export function isNestedBeyond(most: number, value: unknown): boolean {
  let level = [value].filter(isNest);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const nest of level) {
      for (const inside of Array.isArray(nest) ? nest : Object.values(nest)) if (isNest(inside)) next.push(inside);
    }
    level = next;
  }
  return false;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

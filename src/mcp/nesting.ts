/** What the tools take has a depth of four, in a message of two more. */
export const DEEPEST = 32;

/**
 * Whether parsed JSON has lists and objects inside each other beyond so many levels. Goes down level by level: what is
 * nested a hundred thousand times must not nest calls as often.
 */
export function isNestedDeeperThan(most: number, value: unknown): boolean {
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

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

/**
 * The same of JSON in utf-8 that nobody has parsed yet: what is nested deeply takes many times as long to parse as it takes
 * to find out.
 */
export function isTextNestedDeeperThan(most: number, json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      // What follows it ends no text.
      if (byte === BACKSLASH) i += 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      // `most` levels inside the outermost.
      if (depth > most) return true;
      depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

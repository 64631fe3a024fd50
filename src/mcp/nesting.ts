/** Deepest accepted nesting. Arguments of tools have a depth of four, in a message of two more. */
export const DEEPEST = 32;

/**
 * Whether parsed JSON is nested more than `most` levels deep. Works level by level, without recursion, so that deep nesting
 * cannot overflow the stack.
 */
export function isNestedDeeperThan(most: number, value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const child of Array.isArray(container) ? container : Object.values(container))
        if (isContainer(child)) next.push(child);
    }
    level = next;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = Buffer.from('"\\[]{}');

/**
 * The same for unparsed JSON in UTF-8: parsing deeply nested JSON takes many times as long as this check.
 */
export function isTextNestedDeeperThan(most: number, json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      // Skips the escaped character.
      if (byte === BACKSLASH) i += 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      // `most` levels inside the outermost.
      if (depth > most) return true;
      depth += 1;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** What most servers and clients let through in one header, less what else they count. */
const LONGEST = 3_800;
/** Texts are cut in steps down to so many characters; they end in dots then. */
const CUTS = [1_000, 300, 80];

/**
 * What an answer says beside its rows, for the header of its table: JSON of printable ASCII, all but lists of objects, and of
 * objects their plain fields. Where it is too long its texts are cut, and lists and objects left out after that.
 *
 * @param list the member whose rows the table has
 */
export function tableNotes(body: object, list: string): string {
  const beside = Object.entries(body).filter(([name, value]) => name !== list && !isRows(value));
  const all = beside.map(([name, value]) => [name, told(value)]);
  const plain = all.filter(([, value]) => typeof value !== 'object' || value === null);
  const tries = [ascii(all), ...CUTS.map((most) => ascii(all, most)), ascii(plain, CUTS.at(-1))];
  return tries.find((text) => text.length <= LONGEST) ?? '{}';
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.some(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function told(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => !isObject(field)));
}

function ascii(entries: readonly unknown[][], most = Number.POSITIVE_INFINITY): string {
  const cut = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > most ? `${value.slice(0, most)}...` : value;
  const text = JSON.stringify(Object.fromEntries(entries), cut);
  return text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

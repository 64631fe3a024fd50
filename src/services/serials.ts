const serials = new WeakMap<object, number>();
let given = 0;

/**
 * The number of an object: no other has it, also after this one is gone. In the key of what was made from an object it stands
 * for all that the object says, which must never change.
 */
export function serialOf(one: object): number {
  const known = serials.get(one);
  if (known !== undefined) return known;
  given += 1;
  serials.set(one, given);
  return given;
}

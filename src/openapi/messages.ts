const LONGEST_SHOWN = 60;

/** What a client sent, safe to repeat in a message: texts are quoted, on one line and cut; JSON is told by its kind. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // A character has two code units at most: no more of a long text is looked at.
  const start = value.slice(0, 2 * LONGEST_SHOWN + 2);
  const text = Array.from(start, (char) => (/[\p{C}\p{Z}]/u.test(char) ? ' ' : char));
  return `'${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).join('')}...` : text.join('')}'`;
}

/** The end of a sentence about an unknown name: the known one it is close to, or all that are accepted. */
export function didYouMean(name: string, known: readonly string[]): string {
  const close = nearestName(name, known);
  return close === null ? `; accepted are ${known.join(', ')}.` : `, did you mean '${close}'?`;
}

/** The known name that a misspelt one is closest to; null when none is close. */
function nearestName(name: string, known: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const mostEdits = (one: string) => Math.max(1, one.length >> 2);
  // The distance is at least the difference in length: a long name is not compared letter by letter.
  const similar = known.filter((one) => Math.abs(one.length - name.length) <= mostEdits(one));
  const ranked = similar.map((one) => ({ one, distance: editDistance(lower, one.toLowerCase()) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= mostEdits(best.one) ? best.one : null;
}

/** Levenshtein. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, previous[j] + 1, row[j - 1] + 1));
    }
    previous = row;
  }
  return previous[b.length];
}

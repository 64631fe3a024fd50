const MAX_SHOWN_LENGTH = 60;

/** A client's value for a message: texts are quoted, on one line and truncated; of lists and objects only the kind is shown. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  // A character has at most two code units.
  const start = value.slice(0, 2 * MAX_SHOWN_LENGTH + 2);
  const text = Array.from(start, (char) => (/[\p{C}\p{Z}]/u.test(char) ? ' ' : char));
  return `'${text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).join('')}...` : text.join('')}'`;
}

/** The end of a message about an unknown name: a similar known name, or all accepted names. */
export function didYouMean(name: string, known: readonly string[]): string {
  const close = nearestName(name, known);
  return close === null ? `; accepted are ${known.join(', ')}.` : `, did you mean '${close}'?`;
}

/** The most similar known name; null if none is similar. */
function nearestName(name: string, known: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const maxEdits = (candidate: string) => Math.max(1, candidate.length >> 2);
  // The distance is at least the difference in length, so that long names need no comparison.
  const similar = known.filter((candidate) => Math.abs(candidate.length - name.length) <= maxEdits(candidate));
  const ranked = similar.map((candidate) => ({ candidate, distance: editDistance(lower, candidate.toLowerCase()) }));
  ranked.sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= maxEdits(best.candidate) ? best.candidate : null;
}

/** Levenshtein distance. */
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

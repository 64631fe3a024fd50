import { invalidRequest } from '../errors';
import type { ServedTool } from './schemas';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call with numbers of rows brought down to the most that an answer can show, and a sentence for each
 * that was; null when none was. What is no number of rows at all, /v1 refuses in its own words.
 *
 * @throws invalidRequest for a list of more items than can be shown: what is done to them may cost an allowance
 */
export function withinBounds(
  tool: ServedTool,
  given: Arguments,
): { readonly given: Arguments; readonly note: string | null } {
  const bounded = Object.entries(tool.most).filter(([name, most]) => isMore(given[name], name, most));
  const notes = bounded.map(
    ([name, most]) => `${name} is at most ${most} here, not ${given[name]}; ${tool.method} /v1${tool.path} takes more.`,
  );
  return { given: { ...given, ...Object.fromEntries(bounded) }, note: notes.join(' ') || null };
}

function isMore(value: unknown, name: string, most: number): boolean {
  if (Array.isArray(value) && value.length > most) {
    throw invalidRequest(`${name} takes at most ${most} items here, not ${value.length}: send them in several calls.`);
  }
  const isCount = (typeof value === 'number' || typeof value === 'string') && Number.isSafeInteger(Number(value));
  return isCount && Number(value) > most;
}

import { invalidRequest } from '../errors';
import type { ServedTool } from './schemas';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call with row limits reduced to the most that an answer can show, and a sentence for each reduction (null
 * without any). /v1 refuses values that are not numbers.
 *
 * @throws invalidRequest for a list with more items than can be shown, since each item may cost allowance
 */
export function withinBounds(
  tool: ServedTool,
  args: Arguments,
): { readonly args: Arguments; readonly note: string | null } {
  const bounded = Object.entries(tool.most).filter(([name, most]) => isMore(args[name], name, most));
  const notes = bounded.map(
    ([name, most]) => `${name} is at most ${most} here, not ${args[name]}; ${tool.method} /v1${tool.path} takes more.`,
  );
  return { args: { ...args, ...Object.fromEntries(bounded) }, note: notes.join(' ') || null };
}

function isMore(value: unknown, name: string, most: number): boolean {
  if (Array.isArray(value) && value.length > most) {
    throw invalidRequest(`${name} takes at most ${most} items here, not ${value.length}: send them in several calls.`);
  }
  const isCount = (typeof value === 'number' || typeof value === 'string') && Number.isSafeInteger(Number(value));
  return isCount && Number(value) > most;
}

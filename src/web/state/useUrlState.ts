import { useCallback, useMemo } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';

/** Changes some fields; `replace` adds no entry to the browser's history. */
export type SetUrlState<K extends string> = (
  change: Partial<Record<K, string>>,
  options?: { readonly replace?: boolean },
) => void;

/**
 * The state of a page, kept in the query string of its URL, so that a link reproduces the page and "back" works. Fields with
 * their default value are left out; unknown parameters are dropped with the next change.
 *
 * @param defaults a constant: every field with its default, as text. A URL is untrusted input: the caller validates each
 *   field
 */
export function useUrlState<K extends string>(
  defaults: Readonly<Record<K, string>>,
): [Readonly<Record<K, string>>, SetUrlState<K>] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const state = useMemo(() => readState(search, defaults), [search, defaults]);
  const set = useCallback<SetUrlState<K>>(
    (change, options) => {
      const next = searchOf({ ...state, ...change }, defaults);
      if (next !== searchOf(state, defaults)) navigate(path + next, options);
    },
    [state, defaults, path, navigate],
  );
  return [state, set];
}

function readState<K extends string>(
  search: string,
  defaults: Readonly<Record<K, string>>,
): Readonly<Record<K, string>> {
  const query = new URLSearchParams(search);
  const state: Record<K, string> = { ...defaults };
  for (const key of keysOf(defaults)) state[key] = query.get(key) ?? defaults[key];
  return state;
}

/** The query string with its question mark; empty when every field has its default. */
export function searchOf<K extends string>(
  state: Readonly<Record<K, string>>,
  defaults: Readonly<Record<K, string>>,
): string {
  const query = new URLSearchParams();
  for (const key of keysOf(defaults)) if (state[key] !== defaults[key]) query.set(key, state[key]);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function keysOf<K extends string>(record: Readonly<Record<K, string>>): K[] {
  return Object.keys(record) as K[];
}

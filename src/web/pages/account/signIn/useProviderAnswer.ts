import { useState } from 'preact/hooks';

/** What the identity provider sent the browser back with. */
export type ProviderAnswer =
  | { readonly kind: 'code'; readonly code: string; readonly state: string; readonly iss?: string }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'none' };

/** Longer than the API takes: what is longer is nobody's. */
const LONGEST = 4_000;

/** What stands in the address, which has it no more afterwards: the history of the browser does not keep it. */
function takeAnswer(): ProviderAnswer {
  const query = new URLSearchParams(location.search);
  if (location.search !== '') history.replaceState(history.state, '', location.pathname);
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => query.get(name) ?? '');
  if (error !== '') return { kind: 'refused', error };
  if (code === '' || state === '' || [code, state, iss].some(({ length }) => length > LONGEST)) return { kind: 'none' };
  return { kind: 'code', code, state, ...(iss !== '' && { iss }) };
}

/** Kept in memory only. */
export function useProviderAnswer(): ProviderAnswer {
  return useState(takeAnswer)[0];
}

import { useSearch } from 'wouter-preact';
import { isOwnPath } from '../../../api/console';

/** The page to come back to after signing in; undefined where the address names none of this server. */
export function useNext(): string | undefined {
  const wanted = new URLSearchParams(useSearch()).get('next');
  return wanted !== null && isOwnPath(wanted) ? wanted : undefined;
}

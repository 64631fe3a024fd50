import { useUrlState } from '../../state/useUrlState';

const STATE = { before: '' } as const;

export interface Paging {
  /** Parameters for the page in the URL; empty for the newest. */
  readonly query: { readonly before?: number };
  readonly isOlder: boolean;
  readonly goTo: (before: string) => void;
}

/** Pages of a list, newest first; the page is part of the URL. */
export function usePaging(): Paging {
  const [{ before }, setState] = useUrlState(STATE);
  const from = Number(before);
  const isOlder = Number.isSafeInteger(from) && from > 0;
  return { query: isOlder ? { before: from } : {}, isOlder, goTo: (next) => setState({ before: next }) };
}

/** Buttons to the newest and to the next older page. @param next `next_before` of the current page */
export function PagingButtons({ paging: { isOlder, goTo }, next }: { paging: Paging; next: number | null }) {
  if (!isOlder && next === null) return null;
  return (
    <div class="row">
      {isOlder && (
        <button type="button" class="button" onClick={() => goTo('')}>
          The newest
        </button>
      )}
      {next !== null && (
        <button type="button" class="button" onClick={() => goTo(String(next))}>
          Older
        </button>
      )}
    </div>
  );
}

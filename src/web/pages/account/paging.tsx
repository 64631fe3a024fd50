import { useUrlState } from '../../state/useUrlState';

const STATE = { before: '' } as const;

export interface Paging {
  /** What asks for the page of the address; nothing for the newest. */
  readonly query: { readonly before?: number };
  readonly isOlder: boolean;
  readonly turn: (before: string) => void;
}

/** Pages of a list that goes from the newest on, each with an address. */
export function usePaging(): Paging {
  const [{ before }, setState] = useUrlState(STATE);
  const from = Number(before);
  const isOlder = Number.isSafeInteger(from) && from > 0;
  return { query: isOlder ? { before: from } : {}, isOlder, turn: (next) => setState({ before: next }) };
}

/** Back to the newest, and on to what is older where there is any. @param next as `next_before` of the page */
export function PagingButtons({ of: { isOlder, turn }, next }: { of: Paging; next: number | null }) {
  if (!isOlder && next === null) return null;
  return (
    <div class="row">
      {isOlder && (
        <button type="button" class="button" onClick={() => turn('')}>
          The newest
        </button>
      )}
      {next !== null && (
        <button type="button" class="button" onClick={() => turn(String(next))}>
          Older
        </button>
      )}
    </div>
  );
}

/**
 * Buttons to page through a list by the cursors of the API.
 *
 * @param hasPrevious whether the current page is not the first one
 * @param next cursor of the next page; null on the last page
 * @param goTo opens the page of a cursor; null = the first page
 * @param refetch loads the current page again; without it there is no such button
 */
export function PageButtons<Cursor>(props: {
  hasPrevious: boolean;
  next: Cursor | null;
  goTo: (cursor: Cursor | null) => void;
  refetch?: () => void;
}) {
  const { hasPrevious, next, goTo, refetch } = props;
  return (
    <div class="row">
      {hasPrevious && (
        <button type="button" class="button" onClick={() => goTo(null)}>
          From the beginning
        </button>
      )}
      {next !== null && (
        <button type="button" class="button" onClick={() => goTo(next)}>
          Next
        </button>
      )}
      {refetch && (
        <button type="button" class="button" onClick={refetch}>
          Refresh
        </button>
      )}
    </div>
  );
}

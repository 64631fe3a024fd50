/**
 * Leads through a long list part by part, as the API does.
 *
 * @param isLater whether what is shown is not the first part
 * @param next where the next part begins; null = there is none
 * @param go to a part; null = the first
 * @param again looks at the same part anew; without it there is no such button
 */
export function PageButtons<Place>(props: {
  isLater: boolean;
  next: Place | null;
  go: (place: Place | null) => void;
  again?: () => void;
}) {
  const { isLater, next, go, again } = props;
  return (
    <div class="row">
      {isLater && (
        <button type="button" class="button" onClick={() => go(null)}>
          From the beginning
        </button>
      )}
      {next !== null && (
        <button type="button" class="button" onClick={() => go(next)}>
          Next
        </button>
      )}
      {again && (
        <button type="button" class="button" onClick={again}>
          Look again
        </button>
      )}
    </div>
  );
}

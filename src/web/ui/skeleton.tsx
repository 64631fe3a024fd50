/** Stands where an answer will: nothing moves, and screen readers hear one word. */
export function Skeleton({ lines = 4, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div role="status" aria-busy="true">
      <span class="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="skeleton" aria-hidden="true" />
      ))}
    </div>
  );
}

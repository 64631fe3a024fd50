/** Placeholder while a response loads. It is not animated, and screen readers hear its label only. */
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

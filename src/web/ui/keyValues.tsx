import type { ComponentChildren } from 'preact';

/** A list of names with their values. */
export function KeyValues({ pairs }: { pairs: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
    </dl>
  );
}

import type { ComponentChildren } from 'preact';
import './legend.css';

/** A mark of a chart; each one has a class in legend.css. */
export type Mark =
  | 'dot-up'
  | 'dot-down'
  | 'mean'
  | 'null-tick'
  | 'hold'
  | 'bar-up'
  | 'bar-down'
  | 'band'
  | 'line'
  | 'pending'
  | 'gap'
  | 'split'
  | 'jump';

/** Legend above a chart. */
export function Legend({ marks }: { marks: readonly (readonly [Mark, ComponentChildren])[] }) {
  return (
    <ul class="legend">
      {marks.map(([mark, name]) => (
        <li key={mark}>
          <span class={`mark ${mark}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}

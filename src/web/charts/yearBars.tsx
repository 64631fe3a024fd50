import type { Schemas } from '../api/client';
import { percent } from '../ui/format';

const WIDTH = 104;
const HEIGHT = 32;

/**
 * The return of each year as a small bar, up and blue for a win, down and orange for a loss, oldest first. Rows with the same
 * limit have the same scale.
 *
 * @param limit return in percent that fills the height; larger returns are cut, and their tooltip shows the number
 */
export function YearBars({ years, limit }: { years: readonly Schemas['YearResult'][]; limit: number }) {
  const step = WIDTH / Math.max(years.length, 10);
  const middle = HEIGHT / 2;
  const width = Math.max(1, Math.min(step - 1.5, 12));
  const first = years[0]?.year;
  const last = years.at(-1)?.year;
  const wins = years.filter(({ result }) => result === 'win').length;
  const name = `${years.length} years, ${first} to ${last}: ${wins} won`;
  return (
    <svg
      class="year-bars"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={name}
    >
      {years.map(({ year, return_pct, result }, i) => {
        const length = Math.max(1, (Math.min(Math.abs(return_pct), limit) / limit) * (middle - 1));
        const y = return_pct > 0 ? middle - length : middle;
        return (
          <rect
            key={year}
            x={i * step}
            y={y}
            width={width}
            height={length}
            fill={result === 'win' ? 'var(--up)' : 'var(--down)'}
          >
            <title>{`${year}: ${percent(return_pct, 2)}`}</title>
          </rect>
        );
      })}
      <line x1="0" x2={WIDTH} y1={middle} y2={middle} stroke="var(--line-strong)" stroke-width="1" />
    </svg>
  );
}

/** A common limit for several rows: the 90th percentile of their absolute returns, at least 1 %. */
export function sharedLimit(rows: readonly (readonly Schemas['YearResult'][])[]): number {
  const sizes = rows.flatMap((years) => years.map(({ return_pct }) => Math.abs(return_pct))).sort((a, b) => a - b);
  return Math.max(1, sizes[Math.floor(sizes.length * 0.9)] ?? 1);
}

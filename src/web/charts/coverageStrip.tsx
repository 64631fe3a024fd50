import type { Schemas } from '../api/client';
import { count, DAY_MS, utcMs } from '../ui/format';
import { Legend } from './legend';
import './coverageStrip.css';

type Quality = Schemas['SymbolQuality'];

/** First and last day of the axis, days since 1970. All rows of a table share it, so that their years are aligned. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const WIDTH = 280;
const HEIGHT = 34;
const BASE = 22;
/** Smallest width of a mark, pixels. */
const MIN_MARK = 2;

const dayOf = (date: string) => utcMs(date) / DAY_MS;

/** The axis that shows the prices of all rows; null without rows. */
export function sharedSpan(rows: readonly Quality[]): Span | null {
  if (rows.length === 0) return null;
  const firsts = rows.map(({ first_date }) => dayOf(first_date));
  const lasts = rows.map(({ last_date }) => dayOf(last_date));
  return { first: Math.min(...firsts), last: Math.max(...lasts) };
}

/** The stored prices of a symbol over the years: bars per session, gaps, and suspicious moves. */
export function CoverageStrip({ quality, span }: { quality: Quality; span: Span }) {
  const { symbol, years, gaps, moves, first_date, last_date } = quality;
  const scale = WIDTH / Math.max(1, span.last - span.first);
  const x = (day: number) => (day - span.first) * scale;
  const at = (date: string) => x(dayOf(date));
  const [from, to] = [at(first_date), at(last_date)];
  return (
    <svg
      class="coverage-strip"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${symbol}: ${descriptionText(quality)}`}
    >
      {years.map(({ year, bars, sessions }) => {
        const start = Math.max(from, at(`${year}-01-01`));
        const end = Math.min(to, at(`${year + 1}-01-01`));
        const height = sessions === 0 ? 0 : Math.min(1, bars / sessions) * (BASE - 4);
        return (
          <rect key={year} class="bars" x={start} y={BASE - height} width={Math.max(0.5, end - start)} height={height}>
            <title>{`${year}: ${count(bars)} bars of ${count(sessions)} sessions`}</title>
          </rect>
        );
      })}
      {gaps.map((gap) => {
        const width = Math.max(MIN_MARK, at(gap.to) - at(gap.from));
        return (
          <g key={gap.from}>
            <rect class="gap" x={at(gap.from)} y={3} width={width} height={BASE - 3}>
              <title>{`no bar for ${gap.days} days, ${gap.from} to ${gap.to}`}</title>
            </rect>
            <rect class="gap-foot" x={at(gap.from)} y={BASE} width={width} height={2} />
          </g>
        );
      })}
      {moves.map(({ date, kind, detail }) => (
        <rect
          key={date}
          class={kind === 'jump' ? 'jump' : 'split'}
          x={Math.min(WIDTH - MIN_MARK, Math.max(0, at(date) - MIN_MARK / 2))}
          y={kind === 'jump' ? 6 : 0}
          width={MIN_MARK}
          height={kind === 'jump' ? BASE - 6 : BASE}
        >
          <title>{`${date}: ${detail}`}</title>
        </rect>
      ))}
      <line class="axis" x1={0} x2={WIDTH} y1={BASE + 0.5} y2={BASE + 0.5} />
      <Years span={span} x={x} />
    </svg>
  );
}

/** Legend of the strips. */
export function CoverageLegend() {
  return (
    <Legend
      marks={[
        ['null-tick', 'bars of a year, as high as the share of its sessions'],
        ['gap', 'gap'],
        ['split', 'looks like a missed split'],
        ['jump', 'another move of more than 60 %'],
      ]}
    />
  );
}

/** Labels of the years: about five, evenly spaced from the first one. */
function Years({ span, x }: { span: Span; x: (day: number) => number }) {
  const first = new Date(span.first * DAY_MS).getUTCFullYear();
  const last = new Date(span.last * DAY_MS).getUTCFullYear();
  const step = Math.max(1, Math.ceil((last - first) / 4));
  const years = Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);
  return (
    <g>
      {years.map((year) => {
        const left = Math.max(0, x(dayOf(`${year}-01-01`)));
        return left > WIDTH - 24 && year !== first ? null : (
          <text key={year} class="year" x={left} y={HEIGHT - 1}>
            {year}
          </text>
        );
      })}
    </g>
  );
}

function descriptionText({
  bars,
  years,
  gap_count,
  split_like,
  jumps,
  first_date,
  last_date,
  damage,
}: Quality): string {
  if (damage !== null) return 'cannot be read';
  const sessions = years.reduce((sum, year) => sum + year.sessions, 0);
  return (
    `${count(bars)} bars of ${count(sessions)} sessions, ${first_date} to ${last_date}; ${gap_count} gaps, ` +
    `${split_like} moves like a missed split, ${jumps} other large moves`
  );
}

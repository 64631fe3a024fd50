import type { Schemas } from '../api/client';
import { chance } from '../ui/format';
import './luckBar.css';

const WIDTH = 104;
const HEIGHT = 14;
/** What beats luck, as the contract has it of `Significance`. */
const BEATS = 0.05;
/** Beyond one in a thousand the scale ends: so many shuffled calendars are looked at. */
const END = 0.001;

const place = (p: number) => (WIDTH * Math.log(Math.max(p, END))) / Math.log(END);

/**
 * How rare a find is among shuffled calendars, on a scale of tenfold steps: grey is what luck finds in more than one of
 * twenty tries; a bar that leaves it beats luck. The tick is the chance over the whole search.
 */
export function LuckBar({ significance }: { significance: Schemas['Significance'] }) {
  const { status, p_symbol, p_search, p_window, reading } = significance;
  // Until luck is known, a chance that forgets the search would look like an answer.
  const p = status === 'pending' ? null : (p_symbol ?? p_window);
  const beats = p !== null && p <= BEATS;
  return (
    <span class="luck" title={reading}>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <rect x="0" y="0" width={place(BEATS)} height={HEIGHT} fill="var(--null)" />
        {status === 'pending' && <Hatch />}
        {p !== null && (
          <rect x="0" y="4" width={Math.max(2, place(p))} height="6" fill={beats ? 'var(--up)' : 'var(--neutral)'} />
        )}
        {p_search !== null && <rect x={place(p_search)} y="1" width="2" height={HEIGHT - 2} fill="var(--text)" />}
      </svg>
      <span class="small">{wordOf(significance)}</span>
    </span>
  );
}

function Hatch() {
  return (
    <>
      {Array.from({ length: 14 }, (_, i) => (
        <line key={i} x1={i * 8} y1={HEIGHT} x2={i * 8 + 8} y2="0" stroke="var(--line-strong)" />
      ))}
    </>
  );
}

function wordOf({ status, p_symbol, p_search, p_window }: Schemas['Significance']): string {
  if (status === 'pending') return 'pending';
  if (status === 'not_applicable') return 'not applicable';
  if (p_symbol === null) return `p ${chance(p_window)}`;
  return p_search === null ? `p ${chance(p_symbol)}` : `p ${chance(p_symbol)} / ${chance(p_search)}`;
}

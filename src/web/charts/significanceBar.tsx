import type { Schemas } from '../api/client';
import { chance } from '../ui/format';
import './significanceBar.css';

const WIDTH = 104;
const HEIGHT = 14;
/** P-values up to this one are significant (schema `Significance` in openapi.yaml). */
const SIGNIFICANT_P = 0.05;
/** The scale ends here: about a thousand shuffled calendars are evaluated. */
const LOWEST_P = 0.001;

const x = (p: number) => (WIDTH * Math.log(Math.max(p, LOWEST_P))) / Math.log(LOWEST_P);

/**
 * The p-value of a window for its symbol, on a logarithmic scale. The grey area covers p > 0.05: a bar that leaves it is
 * significant. The tick is the p-value for the whole search.
 */
export function SignificanceBar({ significance }: { significance: Schemas['Significance'] }) {
  const { status, p_symbol: p, p_search, reading } = significance;
  const isSignificant = p !== null && p <= SIGNIFICANT_P;
  return (
    <span class="significance-bar" title={reading}>
      <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <rect x="0" y="0" width={x(SIGNIFICANT_P)} height={HEIGHT} fill="var(--null)" />
        {status === 'pending' && <Hatch />}
        {p !== null && (
          <rect
            x="0"
            y="4"
            width={Math.max(2, x(p))}
            height="6"
            fill={isSignificant ? 'var(--up)' : 'var(--neutral)'}
          />
        )}
        {p_search !== null && <rect x={x(p_search)} y="1" width="2" height={HEIGHT - 2} fill="var(--text)" />}
      </svg>
      <span class="small">{pValueText(significance)}</span>
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

function pValueText({ status, p_symbol, p_search }: Schemas['Significance']): string {
  if (status === 'pending') return 'not known';
  if (status === 'not_applicable') return 'not applicable';
  if (p_symbol === null) return 'no p-value';
  return p_search === null ? `p ${chance(p_symbol)}` : `p ${chance(p_symbol)} / ${chance(p_search)}`;
}

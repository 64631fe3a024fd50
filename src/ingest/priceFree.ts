/** `close 10 to 5, -50 %`: what a move came from and to stands before its percentage (moves.ts). */
const MOVE = /[-+\d.e]+ to [-+\d.e]+, (?=[-+]?[\d.]+(?:e[-+]?\d+)? %)/g;
/** `: stored 10, file 5`, at the end of a detail (overlap.ts). */
const BOTH = /: stored [-+\d.e]+, (?:file|provider) [-+\d.e]+/g;

/** `close 10, 11 in line 4`: of a date that a file repeats (quality.ts). */
const REPEATED = /\bclose [-+\d.e]+, [-+\d.e]+ in line /g;
/** `high 3 is below low 4`, `close -1`: prices by their name (priceRange.ts, quality.ts). */
const NAMED = /\b(open|high|low|close) (?:[-+]?\d[-+\d.e]*|NaN)/g;

/** The detail of a finding or of prices held back without its prices: dates, counts, percentages and factors stay. */
export function priceFree(detail: string): string {
  return detail.replace(BOTH, '').replace(MOVE, '').replace(REPEATED, 'another close in line ').replace(NAMED, '$1');
}

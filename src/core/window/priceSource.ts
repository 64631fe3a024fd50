/**
 * What closes are adjusted for (METHOD 1 requires splits and dividends): `full` = both, in all prices; `column` = both, in a
 * separate column; `splits` and `none` are accepted only with `--unadjusted`; `not_needed` = instruments without splits and
 * dividends (rates, currencies).
 */
export const ADJUSTMENTS = ['full', 'column', 'splits', 'none', 'not_needed'] as const;
export type Adjustment = (typeof ADJUSTMENTS)[number];

const TOTAL_RETURN = 'adjusted for splits and dividends (total return)';
const TEXTS: Readonly<Record<Adjustment, string>> = {
  full: TOTAL_RETURN,
  column: TOTAL_RETURN,
  splits: 'adjusted for splits (price return)',
  none: 'not adjusted for splits or dividends (price return)',
  not_needed: 'no adjustment needed',
};

/**
 * Label of stored prices, shown in `receipts.source`: provider and adjustment.
 *
 * @param known what the provider's documentation or the layout says of the adjustment; null = nothing
 * @param unadjusted `--unadjusted`: it outweighs documentation, but not an adjusted close that was read
 */
export function priceSource(provider: string, known: Adjustment | null, unadjusted: boolean): string {
  const adjustment = unadjusted && (known === null || known === 'full') ? 'none' : known;
  return `${provider}, ${adjustment === null ? 'adjustment not stated' : TEXTS[adjustment]}`;
}

/** A market whose prices an answer uses. */
interface AgedMarket {
  readonly id: string;
  readonly name: string;
  /** Calendar days by which its prices end before the last due session; null while they are current. */
  readonly daysBehind: number | null;
}

/**
 * The note on prices that are too old for an order ticket (METHOD 1). It counts days, so that a card of a past day names
 * no later date.
 *
 * @returns the field of the answer, absent while all prices are current
 */
export function dataAge(markets: readonly AgedMarket[]): { readonly data_age_note?: string } {
  const old = markets.filter(({ daysBehind }) => daysBehind !== null);
  if (old.length === 0) return {};
  const sentences = old.map(
    ({ id, name, daysBehind }) =>
      `Prices of market ${id} (${name}) end ${daysBehind} days before the last session that should be there.`,
  );
  return {
    data_age_note: `${sentences.join(' ')} No card of ${old.length === 1 ? 'it' : 'them'} carries an order ticket.`,
  };
}

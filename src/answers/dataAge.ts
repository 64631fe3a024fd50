/** A market an answer rests on. */
export interface AgedMarket {
  readonly id: string;
  readonly name: string;
  /** Calendar days by which its prices end too early; null while they are current. */
  readonly daysBehind: number | null;
}

/**
 * What an answer says of prices that are too old for an order ticket (METHOD 1). In days, so that a card of the past names no
 * date that came after it.
 *
 * @returns the field of the answer, absent while all prices are current
 */
export function dataAge(markets: readonly AgedMarket[]): { readonly data_age_note?: string } {
  const old = markets.filter(({ daysBehind }) => daysBehind !== null);
  if (old.length === 0) return {};
  const which = old.map(
    ({ id, name, daysBehind }) =>
      `Prices of market ${id} (${name}) end ${daysBehind} days before the last session that should be there.`,
  );
  return {
    data_age_note: `${which.join(' ')} No card of ${old.length === 1 ? 'it' : 'them'} carries an order ticket.`,
  };
}

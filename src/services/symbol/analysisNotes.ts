import { type Day, toIso } from '../../core/calendar/dates';
import { lastSession } from '../../core/detection/columns';
import type { VerifiedSetup } from '../screening/results';
import type { Listing, ResolvedListing } from './listing';

/** What a reader must know about the card of an analysis besides its numbers; undefined = nothing. */
export function cardNote(listing: ResolvedListing, best: VerifiedSetup): string | undefined {
  const notes = [listing.note, staleNote(listing, best.window.asOf), outOfBandNote(best)];
  return notes.filter((note) => note !== undefined).join(' ') || undefined;
}

/** The search found nothing in the market's detection band (SPEC 4.5). */
function outOfBandNote({
  market,
  edge: { input },
  evidence: { wins, yearsTested },
}: VerifiedSetup): string | undefined {
  if (input.missedBand === undefined) return undefined;
  const { min, max } = input.missedBand;
  return (
    `No window of this search lies in the detection band of market ${market.id} (${market.name}), ${min}..${max} winning ` +
    `years of ${max}: this is the best outside it, with ${wins} of ${yearsTested}, shown neutral.`
  );
}

/** The symbol stopped trading: it is analyzed all the same (METHOD 5). */
function staleNote({ symbol, market, lastBar }: Listing, asOf: Day): string | undefined {
  const last = lastSession(symbol.columns, symbol.index, asOf);
  if (last === null || asOf - last <= market.gapLimit) return undefined;
  const upTo = asOf === lastBar ? '' : ` up to ${toIso(asOf)}`;
  return `The last bar of ${symbol.symbol}${upTo} is of ${toIso(last)}, ${asOf - last} days before the last of its market.`;
}

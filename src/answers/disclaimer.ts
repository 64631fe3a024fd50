/** Part of every pattern-bearing response (SPEC 1, METHOD 7). */
export const DISCLAIMER =
  'Educational content, not personalized advice; past returns do not promise future ones. ' +
  "The universe is today's list: companies that failed or were bought are missing, which flatters longs. " +
  'Returns are before costs, borrow fees and taxes.';

/** The disclaimer over simulated prices (DESIGN 6, sandbox). */
export const SANDBOX_DISCLAIMER = `Sandbox: all prices are simulated, only the tickers are real; nothing here happened in a market. ${DISCLAIMER}`;

/** The disclaimer of replayed picks. */
export const REPLAY_DISCLAIMER = `Replayed over simulated prices by the rule of the daily pick, not published in advance. ${SANDBOX_DISCLAIMER}`;

export function disclaimerFor(simulated: boolean): string {
  return simulated ? SANDBOX_DISCLAIMER : DISCLAIMER;
}

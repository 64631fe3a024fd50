import { type ForwardResult, summariseForward } from '../../src/core/evidence/forwardResult';
import { ENGINE_VERSION } from '../../src/core/record/ledger';

/** The result of a walk of two months without an effect, with changes. */
export function forwardResult(changes: Partial<ForwardResult> = {}): ForwardResult {
  return {
    made_at: '2020-06-30T15:00:00.000Z',
    engine_version: ENGINE_VERSION,
    data_version: 'd1',
    prices_through: '2020-06-29',
    simulated: false,
    sources: ['walks'],
    market: '0',
    settings: { years: 10, minHold: 5, maxHold: 60, rotations: 999 },
    from: '2019-10',
    to: '2019-11',
    months: 2,
    symbols: 3,
    unfinished: 0,
    unreadable: [],
    tables: summariseForward([]),
    ...changes,
  };
}

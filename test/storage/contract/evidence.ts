import { fromIso } from '../../../src/core/calendar/dates';
import type { EvidenceStore } from '../../../src/storage/computedResults';
import { forwardResult } from '../../helpers/forwardResult';
import type { OpenStorage } from './contract';

const AT = new Date('2020-06-30T15:00:00Z');
const through = (date: string, simulated = false) => ({ simulated, through: fromIso(date) });

/** Tests that the EvidenceStore of every database passes. */
export function evidenceContract(open: OpenStorage): void {
  let evidence: EvidenceStore;
  beforeEach(async () => {
    ({ evidence } = await open());
  });

  test('the last published result is read back unchanged', async () => {
    expect(await evidence.latest(through('2020-06-30'))).toBeNull();
    await evidence.publish(forwardResult({ symbols: 1 }), AT);
    const second = forwardResult({ symbols: 2, unreadable: ['BRK-B'] });
    // The order is that of publication, not of the clock.
    await evidence.publish(second, new Date(0));
    expect(await evidence.latest(through('2020-06-30'))).toEqual(second);
  });

  test('results over simulated and over real prices are kept apart', async () => {
    const [real, simulated] = [forwardResult(), forwardResult({ simulated: true })];
    await evidence.publish(simulated, AT);
    expect(await evidence.latest(through('2020-06-30'))).toBeNull();
    await evidence.publish(real, AT);
    expect(await evidence.latest(through('2020-06-30'))).toEqual(real);
    expect(await evidence.latest(through('2020-06-30', true))).toEqual(simulated);
  });

  test('a result that rests on later prices is not returned', async () => {
    const earlier = forwardResult({ prices_through: '2020-06-29' });
    await evidence.publish(earlier, AT);
    await evidence.publish(forwardResult({ prices_through: '2020-07-31' }), AT);
    expect(await evidence.latest(through('2020-07-30'))).toEqual(earlier);
    expect(await evidence.latest(through('2020-06-28'))).toBeNull();
  });
}

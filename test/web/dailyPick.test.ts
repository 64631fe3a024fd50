import type { LedgerRecord } from '../../src/core/record/ledger';
import { describePages, expectLayout, type Pages } from '../helpers/chromium';
import { becomes } from '../helpers/eventually';
import { fakePredictor } from '../helpers/fakePredictor';
import { outcomeEntry, pickEntry, randomDatesEntry } from '../helpers/ledgerEntries';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

const SYMBOLS = plantedUniverse().filter((_, i) => i % 6 === 0);

/** Five closed picks made by hand, with what they are compared with, and then one by the rule. */
async function record({ service }: Pages): Promise<void> {
  const { records } = service.storage;
  for (const [i, returnPct] of [3, -1, 2.5, 0.5, 4].entries()) {
    const session = `2024-0${1 + i}-17`;
    const pick = await records.append(`session ${session}`, () => ({
      entry: pickEntry(session, { symbol: `D0${i}` }),
    }));
    const outcome = outcomeEntry(pick!, returnPct, { published_at: `${session}T23:00:00.000Z` });
    await records.append(`outcome ${pick!.seq}`, () => ({ entry: outcome }));
    const random = randomDatesEntry(pick!, { published_at: `${session}T23:30:00.000Z` });
    await records.append(`random_dates ${pick!.seq}`, () => ({ entry: random }));
  }
  await service.service.schedule.tick();
}

describePages(
  'the daily pick',
  { now: UNIVERSE_NOW, symbols: SYMBOLS, predictorFor: fakePredictor, nullDistributions: {} },
  (pages) => {
    test('before the first pick, the page says when it is due', async () => {
      const page = await pages.open('/daily-pick', { expected: /404/ });
      await page.getByText('No pick yet').waitFor();
      await page.getByText(/the next is due on 2024-12-20/).waitFor();
      await page.getByText('Nothing to judge yet').waitFor();
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText(/All \d checks passed/).waitFor();
    });

    describe('with a record', () => {
      beforeAll(() => record(pages));
      const verified = async (tamper?: (records: LedgerRecord[]) => unknown[]) => {
        const page = await pages.open('/daily-pick');
        if (tamper)
          await page.route('**/v1/daily-pick/ledger*', async (route) => {
            const response = await route.fetch();
            const body = await response.json();
            await route.fulfill({ response, json: { ...body, records: tamper(body.records) } });
          });
        await page.getByRole('button', { name: 'Verify' }).press('Enter');
        return page;
      };

      test('a visitor sees the card, the picks against random dates, the calibration, and the place of each pick', async () => {
        const page = await pages.open('/daily-pick');
        const { card } = (await pages.service.get('/v1/daily-pick')).body;
        const { picks, excess, calibration } = (await pages.service.get('/v1/daily-pick/evaluation')).body;
        await page.getByRole('heading', { name: `${card.symbol} ${card.direction}, picked 2024-12-20` }).waitFor();
        await page.getByText(excess[0].reading).waitFor();
        await page.getByText(calibration.reading).waitFor();
        await page.getByRole('img', { name: excess[0].reading }).waitFor();
        const rows = page.getByRole('region', { name: '6 published picks' }).getByRole('row');
        await becomes(() => rows.count(), 7);
        for (const [i, { record: place }] of picks.entries())
          expect(await rows.nth(i + 1).innerText()).toContain(place.hash.slice(0, 8));
        await page.getByText(/entered on each of the 126 sessions before and after the pick/).waitFor();
        await page.getByRole('tab', { name: 'Against random dates' }).press('ArrowRight');
        await page.getByText(excess[1].reading).waitFor();
      });

      test('the browser recomputes the chain, and says what it checked and what that does not prove', async () => {
        const page = await verified();
        const { seq, hash } = await pages.service.storage.records.head();
        await page.getByText('All 4 checks passed').waitFor();
        await page.getByText(`${seq} records, all from the first on`).waitFor();
        await page.getByText('The card of the latest pick, with its chart, hashes to').waitFor();
        await page.getByText('That the times are true').waitFor();
        await page.locator('code', { hasText: hash }).waitFor();
        // The head seen now is compared with later ones.
        await page.reload();
        await page.getByRole('button', { name: 'Verify' }).click();
        await page.getByText('All 5 checks passed').waitFor();
        await expectLayout(page);
      });

      test.each<[string, (records: LedgerRecord[]) => unknown[], RegExp]>([
        [
          'a return',
          (r) => r.map((one) => (one.seq === 3 ? { ...one, return_pct: 30 } : one)),
          /Record 3 its content hashes to/,
        ],
        ['a record left out', (r) => r.filter(({ seq }) => seq !== 2), /missing or out of order/],
        ['the last left out', (r) => r.slice(0, -1), /The chain ends where the server says/],
        ['nothing served', () => [], /is not in the ledger as it is shown/],
      ])('the browser finds a change of the ledger: %s', async (_what, tamper, problem) => {
        const page = await verified(tamper);
        await page.getByText(/checks? failed: the record is not what it was/).waitFor();
        expect(await page.getByRole('alert').innerText()).toMatch(problem);
      });

      test('a head that was noted earlier is found in the ledger, or a check fails', async () => {
        const page = await pages.open('/daily-pick');
        const noted = page.getByLabel('A head that you noted earlier');
        await noted.fill('12ab');
        await page.getByText('A head is 64 digits').waitFor();
        const [, second] = await pages.service.storage.records.all();
        await noted.fill(second.hash);
        await noted.press('Enter');
        await page.getByText('All 5 checks passed').waitFor();
        await noted.fill('ab'.repeat(32));
        await noted.press('Enter');
        await page.getByText(/1 of 6 checks failed/).waitFor();
      });

      test('a ledger that cannot be read gets no verdict', async () => {
        const page = await pages.open('/daily-pick', { expected: /ERR_FAILED/ });
        await page.getByRole('button', { name: 'Verify' }).waitFor();
        await page.route('**/v1/daily-pick/ledger*', (route) => route.abort());
        await page.getByRole('button', { name: 'Verify' }).click();
        await page.getByText('The server cannot be reached').waitFor();
        expect(await page.getByText(/checks/).count()).toBe(0);
      });
    });
  },
);

describePages(
  'the daily pick of a sandbox',
  { now: '2024-06-28T13:30:00Z', replaySessions: 20, nullDistributions: {} },
  (pages) => {
    test('is marked as a replay, without a place in the ledger and without anything to verify', async () => {
      await pages.service.service.schedule.tick();
      await pages.service.service.queue.settled();
      const page = await pages.open('/daily-pick');
      await page.getByText('A replay, not a published pick').waitFor();
      const { picks } = (await pages.service.get('/v1/daily-pick/evaluation')).body;
      await page.getByRole('region', { name: `${picks.length} replayed picks` }).waitFor();
      expect(await page.getByRole('columnheader', { name: 'Record' }).count()).toBe(0);
      await page.getByText('A replay has no model.').waitFor();
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByText('Nothing of the replay is in the ledger').waitFor();
      await expectLayout(page);
    });
  },
);

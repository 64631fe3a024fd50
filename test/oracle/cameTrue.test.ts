import { toIso, yearOf } from '../../src/core/calendar/dates';
import {
  allocateSettled,
  FEWEST_PEERS,
  fillSettled,
  peersOfHold,
  settledIn,
  settledOf,
  waitsForSession,
  waitsOf,
} from '../../src/core/cameTrue/settledWindows';
import { HOLD_BANDS, shareOf } from '../../src/core/cameTrue/share';
import { shownExcess, windowExcess } from '../../src/core/cameTrue/study';
import { marketOf, studyOf } from '../helpers/studiedMarket';
import { seeded, syntheticBars } from '../helpers/syntheticBars';
import { SlowCameTrue, slowShare } from './slowCameTrue';

jest.setTimeout(120_000);

const GAP_LIMIT = 10;
const bars = Array.from({ length: 24 }, (_, i) =>
  syntheticBars({ seed: 70 + i, fromYear: 2008 + (i % 3), toYear: 2021, rough: i % 2 === 0 }),
);
const market = marketOf(bars, GAP_LIMIT);
const slow = new SlowCameTrue({
  members: bars.map(({ day, close }) => Array.from(day, (d, i) => ({ date: toIso(d), close: close[i] }))),
  sessions: Array.from(market.sessions, toIso),
  gapLimit: GAP_LIMIT,
  fewestPeers: FEWEST_PEERS,
});

describe('the share that came true, compared with a literal computation from METHOD 10', () => {
  test('the sums of two months of the last year, in every band', async () => {
    const study = await studyOf(market);
    for (const [band, { studied }] of HOLD_BANDS.entries()) {
      const months = study!.months[band].filter(({ entry }) => yearOf(entry) >= 2021).slice(0, 2);
      expect(months).toHaveLength(2);
      for (const { entry, products, squares } of months) {
        const want = slow.month(toIso(entry), studied);
        expect(products / want.products).toBeCloseTo(1, 10);
        expect(squares / want.squares).toBeCloseTo(1, 10);
      }
    }
  });

  test('share and standard error', () => {
    const random = seeded(3);
    const months = Array.from({ length: 90 }, (_, i) => {
      return { entry: i, settled: i, products: random() - 0.4, squares: 0.5 + random() };
    });
    const { share, standardError } = slowShare(months);
    expect(shareOf(months)!.share).toBeCloseTo(share, 13);
    expect(shareOf(months)!.standardError).toBeCloseTo(standardError, 13);
  });

  test('the excess that a window showed, as a card computes it from the stored means', async () => {
    const { peers } = (await studyOf(market))!;
    const { first, waits } = waitsOf(peers);
    const asOf = market.sessions.at(-1)!;
    const memory = allocateSettled(first, asOf);
    const random = seeded(9);
    let compared = 0;
    for (let i = 0; i < 8; i++) {
      const member = Math.floor(random() * bars.length);
      const entry = asOf - 200 + Math.floor(random() * 560);
      const hold = 5 + Math.floor(random() * 116);
      const { columns, index } = market.symbols[member];
      fillSettled(memory, columns, index, { first, waits, asOf, gapLimit: GAP_LIMIT });
      const got = shownExcess(settledIn(memory), peersOfHold(peers, hold), { entry, hold }, asOf);
      const want = slow.past(member, toIso(entry), hold, toIso(asOf));
      expect(got === null).toBe(want === null);
      if (got === null || want === null) continue;
      // The stored means are single precision.
      expect(got.shown).toBeCloseTo(want.shown, 7);
      expect(got.variance).toBeCloseTo(want.variance, 12);
      const window = { entry, end: entry + hold - 1, years: 10, cycle: 'consecutive', asOf } as const;
      expect(windowExcess({ columns, index }, window, GAP_LIMIT, peers)).toBe(got.shown);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(2);
  });

  test('a window read by itself is the one read after all days were laid out', () => {
    const asOf = market.sessions.at(-40)!;
    const first = Math.min(...bars.map(({ day }) => day[0])) + 100;
    const basis = { first, waits: waitsForSession(market.sessions, first, asOf - 3), asOf, gapLimit: GAP_LIMIT };
    const memory = allocateSettled(first - 500, asOf + 100);
    const laidOut = settledIn(memory);
    const random = seeded(10);
    const seen = { missing: 0, settled: 0 };
    for (const { columns, index } of market.symbols) {
      fillSettled(memory, columns, index, basis);
      const alone = settledOf({ columns, index }, basis)!;
      for (let i = 0; i < 500; i++) {
        const entry = first - 400 + Math.floor(random() * (asOf + 450 - first));
        const hold = 1 + Math.floor(random() * 120);
        const want = laidOut.returnOf(entry, hold);
        expect({ index, entry, hold, got: alone.returnOf(entry, hold) }).toEqual({ index, entry, hold, got: want });
        seen[Number.isNaN(want) ? 'missing' : 'settled'] += 1;
        if (!Number.isNaN(want)) expect(alone.varianceOf(entry, hold)).toBeCloseTo(laidOut.varianceOf(entry, hold), 12);
      }
    }
    expect(Math.min(seen.missing, seen.settled)).toBeGreaterThan(1_000);
  });
});

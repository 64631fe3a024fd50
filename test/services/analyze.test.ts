import { type Input, Keyed, type Output } from '../../src/operation';
import { tierTable } from '../helpers/access';
import { startTestApp, type TestApp } from '../helpers/app';
import { type Asker, contextOf } from '../helpers/asker';
import { storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Who gets an equal key gets the answer that was kept under it: here is what must not have an equal one. */

const PINNED = { entry_date: '2024-12-20', days_out: 20 };
const QUESTION: Input<'analyzeSymbol'> = {
  symbol: 'D01',
  pe_cycle: 'consecutive',
  years: 10,
  view: 'full',
  reverse: false,
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: plantedUniverse() });
});
afterAll(() => app.close());

async function analyzed(
  changes: Partial<Input<'analyzeSymbol'>> = {},
  { of = app, ...asker }: Asker & { readonly of?: TestApp } = {},
) {
  const answer = await of.service.app.handlers.analyzeSymbol({ ...QUESTION, ...changes }, contextOf(asker));
  if (!(answer instanceof Keyed)) throw new Error('an analysis has no key');
  return answer as Keyed<Output<'analyzeSymbol'>>;
}

test.each<[string, Partial<Input<'analyzeSymbol'>>]>([
  ['pinned', PINNED],
  ['left to a search', {}],
])('the same question over the same prices has the same key, whoever asks: %s', async (_, asked) => {
  const [first, again, other] = [
    await analyzed(asked),
    await analyzed(asked),
    await analyzed(asked, { accountId: 2, tier: 'pro' }),
  ];
  expect([again.key, other.key]).toEqual([first.key, first.key]);
  const body = await first.body();
  expect(await other.body()).toEqual(body);
  expect(body.other_setups.length).toBeGreaterThan(0);
});

test.each<[string, Partial<Input<'analyzeSymbol'>>]>([
  ['a view', { view: 'table' }],
  ['charts', { include: 'chart' }],
  ['a lookback', { years: 9 }],
  ['a cycle', { pe_cycle: 'pe' }],
  ['a hold', { days_out: 21 }],
  ['an entry', { entry_date: '2024-12-23' }],
  ['a direction', { direction: 'short' }],
  ['a symbol', { symbol: 'D02' }],
  ['a market, which needs no note', { market: '0' }],
])('%s asked for otherwise has another key', async (_, changes) => {
  const asked = await analyzed({ ...PINNED, ...changes });
  expect(asked.key).not.toBe((await analyzed(PINNED)).key);
});

test('another day has another key', async () => {
  const before = await analyzed(PINNED);
  app.clock.set('2024-12-23T15:00:00Z');
  const after = await analyzed(PINNED);
  app.clock.set(UNIVERSE_NOW);
  expect(after.key).not.toBe(before.key);
});

test('a prediction, and why there is none, is part of the key', async () => {
  const silent = await analyzed(PINNED);
  await storeModel(app);
  const predicted = await analyzed(PINNED);
  expect(predicted.key).not.toBe(silent.key);
  expect(await predicted.body()).toMatchObject({ card: { ml: { ml_score: expect.any(Number) } } });

  const free = { tier: 'free', accountId: 7 };
  const limit = tierTable().find('free')!.mlPerDay!;
  for (let i = 1; i <= limit; i++) await analyzed({ ...PINNED, days_out: 20 + i }, free);
  const spent = await analyzed(PINNED, free);
  expect(await spent.body()).toMatchObject({ card: { ml: null } });
  expect(spent.key).not.toBe(predicted.key);
});

test('what luck does is part of the key once it is known: of the card, and of the setups beside it', async () => {
  const of = await startTestApp({
    now: UNIVERSE_NOW,
    symbols: plantedUniverse(),
    luck: { rotations: 19, mode: 'background' },
  });
  try {
    for (const asked of [PINNED, { symbol: 'D05' }]) {
      const pending = await analyzed(asked, { of });
      const before = await pending.body();
      await of.service.luck.settled();
      const known = await analyzed(asked, { of });
      const after = await known.body();
      expect(known.key).not.toBe(pending.key);
      expect(before.other_setups[0].significance.status).toBe('pending');
      expect(after.other_setups[0].significance.status).toBe('ready');
    }
  } finally {
    await of.close();
  }
});

test('windows of one entry share a curve, and no others do', async () => {
  const curveOf = async (changes: Partial<Input<'analyzeSymbol'>>) => {
    const { card } = await (await analyzed({ ...PINNED, include: 'chart', ...changes })).body();
    return 'chart' in card ? card.chart?.seasonal_curve : undefined;
  };
  const shown = await curveOf({});
  expect(shown).toHaveLength(365);
  expect(await curveOf({ days_out: 33 })).toEqual(shown);
  for (const other of [{ years: 9 }, { entry_date: '2024-12-23' }, { symbol: 'D02' }, { pe_cycle: 'pe' as const }])
    expect(await curveOf(other)).not.toEqual(shown);
});

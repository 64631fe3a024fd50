import { join } from 'node:path';
import { publishedModel } from '../../../src/answers/publishedEvidence';
import { fromIso } from '../../../src/core/calendar/dates';
import { DEFAULT_SETTINGS } from '../../../src/core/model/settings';
import { trainingData, trainOnStored } from '../../../src/jobs/train';
import { loadMarkets } from '../../../src/seeds';
import { openStorage } from '../../../src/storage/open';
import type { PriceStore } from '../../../src/storage/prices';
import { startTestApp, type TestApp } from '../../helpers/app';
import { fixedClock } from '../../helpers/clock';
import { eventually } from '../../helpers/eventually';
import { modelUniverse } from '../../helpers/modelUniverse';
import { perennial } from '../../helpers/perennial';
import { storeBars } from '../../helpers/storage';
import { tempFolder } from '../../helpers/tempFolder';

jest.setTimeout(300_000);

const folder = tempFolder();
const markets = loadMarkets();
const settings = { ...DEFAULT_SETTINGS, everyWeeks: 8, minFitRows: 100 };
const universe = modelUniverse({ seed: 'stored', symbols: 3, fromYear: 2000, toYear: 2016 });

async function fill(prices: PriceStore, series: typeof universe, market = '0'): Promise<void> {
  for (const { symbol, bars } of series) await storeBars(prices, { symbol, markets: [market] }, bars);
}

describe('the prices of a training', () => {
  const trainAt = async (now: string, through?: string) => {
    const { prices, close } = await openStorage(':memory:');
    await fill(
      prices,
      universe.map((one) => (through === undefined ? one : { ...one, bars: cut(one.bars, fromIso(through)) })),
    );
    try {
      return (await trainOnStored({ prices, markets, clock: fixedClock(now), settings })).model;
    } finally {
      await close();
    }
  };

  test('bars after the clock, or not yet final, are ignored: the model equals that of prices that end there', async () => {
    // 17:00 in New York: the bar of the day is not final.
    const blind = await trainAt('2014-06-30T21:00:00Z');
    const ended = await trainAt('2020-01-01T00:00:00Z', '2014-06-29');
    const { version, dataVersion, pricesThrough, ...rest } = blind;
    expect(rest).toEqual({ ...ended, version: undefined, dataVersion: undefined, pricesThrough: undefined });
    expect(pricesThrough).toBe('2014-06-29');
    expect(dataVersion).toMatch(/^[\da-f]{64}$/);
    expect(publishedModel(blind, false).data_version).toBe(`${dataVersion} through 2014-06-29`);
    expect(version).not.toBe(ended.version);
    expect(ended.pricesThrough).toBeNull();
    expect(publishedModel(ended, false).data_version).toBe(ended.dataVersion);
  });
});

test('training data has eligible markets only, and a symbol of several markets once, with its lowest market', async () => {
  const { prices, close } = await openStorage(':memory:');
  const [{ bars }] = universe;
  const store = (symbol: string, ids: string[]) => storeBars(prices, { symbol, markets: ids }, bars);
  await store('SPY', ['11']);
  await store('AAPL', ['11', '0']);
  await store('MSFT', ['0']);
  await store('BTC-USD', ['16']);
  await prices.write({ id: 'list', kind: 'list', at: new Date(0), marketId: '0', label: '' }, (changes) =>
    changes.enrol('0', [{ symbol: 'GONE' }], { simulated: false }),
  );
  const limits: Record<string, number> = { '0': 10, '11': 20 };
  const limited = markets.map((market) => ({ ...market, gapLimit: limits[market.id] ?? market.gapLimit })).reverse();
  try {
    const data = await trainingData({ prices, markets: limited, clock: fixedClock('2017-06-30T15:00:00Z') });
    const extent = { first: bars.day[0], last: bars.day[bars.day.length - 1] };
    expect(data.symbols).toEqual([
      { symbol: 'AAPL', gapLimit: 10, ...extent },
      { symbol: 'MSFT', gapLimit: 10, ...extent },
      { symbol: 'SPY', gapLimit: 20, ...extent },
    ]);
    expect(await data.read(data.symbols[2])).toEqual({ symbol: 'SPY', gapLimit: 20, bars });
    expect(data.withoutPrices).toEqual(['GONE']);
  } finally {
    await close();
  }
});

test('if prices change while setups are found, they are read again: a model rests on one data version', async () => {
  const { prices, close } = await openStorage(':memory:');
  await fill(prices, universe);
  const before = (await prices.index()).dataVersion;
  const other = modelUniverse({ seed: 'other', symbols: 1, fromYear: 2000, toYear: 2016 });
  const training = { prices, markets, clock: fixedClock('2017-06-30T15:00:00Z'), settings };
  try {
    const { model } = await trainOnStored({
      ...training,
      prices: whileRead(prices, universe.length + 2, () => fill(prices, other)),
    });
    expect(model.dataVersion).toBe((await prices.index()).dataVersion);
    expect(model.dataVersion).not.toBe(before);
    expect(model).toEqual((await trainOnStored(training)).model);
  } finally {
    await close();
  }
});

/** A store in which something happens when prices are read for the n-th time. */
function whileRead(prices: PriceStore, nth: number, happens: () => Promise<void>): PriceStore {
  let reads = 0;
  return new Proxy(prices, {
    get: (target, name: keyof PriceStore) => {
      if (name !== 'read') return name === 'history' || name === 'quality' ? target[name] : target[name].bind(target);
      return async (ids: readonly number[]) => {
        reads += 1;
        if (reads === nth) await happens();
        return target.read(ids);
      };
    },
  });
}

function cut(bars: (typeof universe)[number]['bars'], last: number) {
  const n = bars.day.findIndex((day) => day > last);
  const { day, close, high, low } = bars;
  return { day: day.slice(0, n), close: close.slice(0, n), high: high.slice(0, n), low: low.slice(0, n) };
}

describe('perennial train', () => {
  const run = (databaseFile: string) => perennial({ DATABASE_URL: databaseFile, NOW: '2017-06-30T15:00:00Z' }, 'train');

  test('stores the model; a second run gives the same hash and stores nothing', async () => {
    const file = join(folder, 'train.sqlite');
    const { prices, models, close } = await openStorage(file);
    await fill(prices, universe.slice(0, 2));
    const first = await run(file);
    expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^model [\da-f]{16}, .*, stored/) });
    const again = await run(file);
    const version = first.out.slice(6, 22);
    expect(again.out).toMatch(new RegExp(`^model ${version}, .*, already stored`));
    expect((await models.find(version))?.version).toBe(version);
    await close();
  });

  test('fails with a message without prices in an eligible market', async () => {
    const file = join(folder, 'empty.sqlite');
    const { prices, close } = await openStorage(file);
    await fill(prices, universe, '16');
    await close();
    const { code, err } = await run(file);
    expect(code).toBe(1);
    expect(err).toContain('no prices in an ML-eligible market');
  });
});

describe('the sandbox', () => {
  const SMALL = ['AAPL'];
  const TRAINING = { TRAIN: 'auto', WORKERS: '1' };
  const card = '/v1/analyze/AAPL?entry_date=2024-12-23&days_out=20&direction=long';

  test('trains in the background after the first start; training by hand gives the same hash', async () => {
    const app = await startTestApp({ sandbox: SMALL, env: TRAINING });
    try {
      const before = (await app.get(card)).body.card;
      expect(before).toMatchObject({ ml: null, tier_notes: expect.stringContaining('no prediction model') });
      await app.service.queue.settled();
      const { ml, tier_notes } = (await app.get(card)).body.card;
      expect(ml).not.toBeNull();
      const { model } = (await app.get('/v1/methodology')).body;
      expect(model).toMatchObject({ simulated: true, current: true });
      expect(model.statements.join(' ')).toContain('simulated');
      expect(tier_notes).toContain(model.version);
      const again = await trainOnStored({ prices: app.storage.prices, markets, clock: app.clock });
      expect(again.model.version).toBe(model.version);
      expect(again.model).toEqual(await app.storage.models.find(model.version));
    } finally {
      await app.close();
    }
  });

  test('stops training when the service closes', async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    const app = await startTestApp({ sandbox: SMALL, env: TRAINING, logTo });
    const working = app.service.queue.settled();
    await eventually(async () => lines.some((line) => line.includes('training a prediction model')));
    await app.close();
    await working;
    const said = lines.map((line) => JSON.parse(line).msg as string).filter((msg) => /training|model/.test(msg));
    expect(said).toEqual([expect.stringContaining('training a prediction model in the background')]);
  });
});

describe('training of a running service', () => {
  const SERIES = modelUniverse({ seed: 'watch', symbols: 3, fromYear: 2007, toYear: 2016 });

  async function load({ storage }: TestApp, market: string, count: number): Promise<void> {
    for (const { symbol, bars } of SERIES.slice(0, count)) {
      await storeBars(storage.prices, { symbol, markets: [market] }, bars);
    }
  }

  /** Runs the next check of the prices and the jobs that it starts. */
  async function lookAfter(app: TestApp, minutes: number): Promise<void> {
    app.clock.set(new Date(app.clock.now().getTime() + minutes * 60_000));
    await app.service.schedule.tick();
    await app.service.queue.settled();
  }

  async function withEmptyService(train: string, work: (app: TestApp, trainings: () => number) => Promise<void>) {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    // A Saturday: nothing else is due. Training has a thread.
    const env = { TRAIN: train, SANDBOX: 'off', WORKERS: '1' };
    const app = await startTestApp({ now: '2017-07-01T15:00:00Z', env, logTo });
    try {
      await work(app, () => lines.filter((line) => line.includes('training a prediction model')).length);
    } finally {
      await app.close();
    }
  }

  test('an import trains one model once prices are stable; a later one waits while the older model serves', () =>
    withEmptyService('auto', async (app, trainings) => {
      await lookAfter(app, 0);
      await load(app, '0', 2);
      await lookAfter(app, 10);
      expect(trainings()).toBe(0);
      await lookAfter(app, 10);
      const { model } = (await app.get('/v1/methodology').expect(200)).body;
      expect(model).toMatchObject({ simulated: false, current: true });
      await lookAfter(app, 10);
      expect(trainings()).toBe(1);
      await load(app, '0', 3);
      await lookAfter(app, 10);
      await lookAfter(app, 10);
      expect((await app.get('/v1/methodology')).body.model).toMatchObject({ version: model.version, current: false });
      await lookAfter(app, 360);
      expect((await app.get('/v1/methodology')).body.model).toMatchObject({ simulated: false, current: true });
      expect(trainings()).toBe(2);
    }));

  test.each([
    ['off', '0'],
    ['auto', '16'],
  ])('TRAIN=%s does not train on market %s', (train, market) =>
    withEmptyService(train, async (app, trainings) => {
      await load(app, market, 2);
      for (let i = 0; i < 3; i++) await lookAfter(app, 10);
      expect(trainings()).toBe(0);
      expect((await app.get('/v1/methodology')).body.model).toBeNull();
    }),
  );
});

import { startTestApp, type TestApp } from '../../helpers/app';
import { modelUniverse } from '../../helpers/modelUniverse';
import { storeBars } from '../../helpers/storage';

jest.setTimeout(300_000);

const SERIES = modelUniverse({ seed: 'watch', symbols: 3, fromYear: 2000, toYear: 2016 });

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

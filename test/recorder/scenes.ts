import { startTestApp, type TestApp, type TestAppOptions } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { type Issuer, registered, startIssuer } from '../helpers/issuerProcess';
import { storeModel } from '../helpers/storedModel';
import { accessToken, SITE } from './callers';
import { playDice } from './dice';
import { playExamples } from './examples';
import { Line } from './exchange';
import { Normaliser } from './normalise';
import { Player, type Stage } from './player';
import { NOW, realPrices, SANDBOX } from './prices';
import type { Recorded } from './recording';
import { playScreening, playTables } from './screening';

export type Prices = 'sandbox' | 'real';

/** The requests of an app, in order. Each scene has its own names, and continues the clock of the scene before. */
type Scenes = readonly (readonly [name: string, play: (player: Player) => Promise<void>])[];

/** Numbers of random requests. */
const BY_CHANCE = { sandbox: 1_000, real: 1_000, counted: 100 } as const;

const UNCOUNTED: Readonly<Record<Prices, Scenes>> = {
  sandbox: [
    ['screening', playScreening],
    ['tables', playTables],
    ['examples', (player) => playExamples(player, 0, 3)],
    ['dice', (player) => playDice(player, BY_CHANCE.sandbox, 1)],
  ],
  real: [
    ['screening', playScreening],
    ['tables', playTables],
    ['examples', (player) => playExamples(player, 1, 3)],
    ['dice', (player) => playDice(player, BY_CHANCE.real, 2)],
  ],
};

const COUNTED: Readonly<Record<Prices, Scenes>> = {
  sandbox: [['counted-dice', (player) => playDice(player, BY_CHANCE.counted, 3)]],
  real: [['counted-dice', (player) => playDice(player, BY_CHANCE.counted, 4)]],
};

/** Records every scene over some prices, one request after the other. */
export async function recordOver(prices: Prices): Promise<Recorded[]> {
  const out: Recorded[] = [];
  const normaliser = new Normaliser();
  const issuer = await startIssuer();
  const env = {
    ...(await registered(issuer.issuer, SITE)),
    // No server takes mail, and no answer depends on its delivery.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'keys@example.com',
    WEBHOOKS_PRIVATE: 'on',
    CORS_ORIGINS: 'https://app.example.com',
    TRUST_PROXY: '1',
    OAUTH_AUTO_CREATE: 'on',
  };
  const common = { env, predictorFor: fakePredictor };
  const symbols = prices === 'real' ? { symbols: realPrices() } : { sandbox: SANDBOX };
  // Null distributions are computed only where they are little work.
  const nulls = prices === 'sandbox' ? { nullDistributions: { rotations: 19 } } : {};
  const first = await start({ ...common, ...symbols, ...nulls, now: NOW });
  const { accounts } = first.storage;
  await accounts.insert({ email: 'other@example.com', tier: 'dev', role: 'member', createdAt: first.clock.now() });
  await storeModel(first, { simulated: prices === 'sandbox' });
  await play(first, issuer, prices, UNCOUNTED[prices], { normaliser, out });
  const now = first.clock.now().toISOString();
  const counted = await start({ ...common, now, over: first, metered: true, nullDistributions: { rotations: 19 } });
  await play(counted, issuer, prices, COUNTED[prices], { normaliser, out });
  await counted.close();
  await first.close();
  return out;
}

/** Starts an app with a daily pick, as a running service has one. */
async function start(options: TestAppOptions): Promise<TestApp> {
  const app = await startTestApp(options);
  await app.service.schedule.tick();
  return app;
}

async function play(
  app: TestApp,
  issuer: Issuer,
  prices: Prices,
  scenes: Scenes,
  { normaliser, out }: Pick<Stage, 'normaliser' | 'out'>,
): Promise<void> {
  const line = await Line.to(app.app);
  const stage: Stage = { app, line, out, normaliser, issuer: issuer.issuer, token: await accessToken(issuer) };
  for (const [name, playScene] of scenes) {
    const began = performance.now();
    const before = out.length;
    await playScene(new Player(stage, `${prices}/${name}`));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.error(`${prices}/${name}: ${out.length - before} requests in ${seconds} s`);
  }
  await line.close();
}

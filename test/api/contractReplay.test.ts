import request from 'supertest';
import { emptyBars } from '../../src/core/window/bars';
import type { ContractOperation } from '../../src/openapi/document';
import type { OperationId } from '../../src/operation';
import { type ReplayCase, replay, replayCases } from '../contract/replay';
import { startTestApp, type TestApp } from '../helpers/app';
import { signInAs } from '../helpers/browser';
import { exportsOf } from '../helpers/exports';
import { fakePredictor } from '../helpers/fakePredictor';
import { registered, startIssuer } from '../helpers/issuerProcess';
import { runShell } from '../helpers/samples';
import { contract } from '../helpers/shell';
import { fromPage, linkToken, type SignedInBrowser, signIn } from '../helpers/signedIn';
import { RUN } from '../helpers/storage';

/** The moment of every example in the contract. */
const NOW = '2024-06-28T15:00:00Z';
/** The public URL of the pages. */
const SITE = 'http://127.0.0.1:1';
const SYMBOLS = ['AAPL', 'MSFT', 'JPM', 'KO', 'UNH', 'XOM', 'SPY', 'QQQ', 'BTC-USD'];

let service: TestApp;
beforeAll(async () => {
  // No mail server listens here: no answer depends on it.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'keys@example.com' };
  const provider = await registered((await startIssuer()).issuer, SITE);
  const env = { ...mail, ...provider, WEBHOOKS_PRIVATE: 'on' };
  service = await startTestApp({ now: NOW, sandbox: SYMBOLS, predictorFor: fakePredictor, env });
  // The examples of GET /daily-pick need a published pick.
  await service.service.schedule.tick();
  const feed = { provider: 'stooq', marketId: '11', unadjusted: false, addedAt: service.clock.now() };
  await service.storage.feeds.add(feed, [{ ticker: 'SPY', spelling: null }]);
});
afterAll(() => service.close());

/** Examples of the console name things that exist once or not at all: each example gets one of its own. */
const OWN: Partial<Record<OperationId, (one: ReplayCase, ann: SignedInBrowser) => Promise<ReplayCase>>> = {
  signInByLink: async (one) => ({ ...one, body: { token: await linkToken(service, 'free@example.com') } }),
  signInByProvider: async (one) => {
    const begun = await fromPage(service, 'post', '/v1/sign-in/provider').send({});
    const cookie = String(begun.headers['set-cookie'][0]).split(';')[0];
    const back = await signInAs('free', new URL(begun.body.authorization_url), `${SITE}/sign-in/callback`);
    const { code, state, iss } = Object.fromEntries(back.searchParams);
    return { ...one, cookie, body: { code, state, iss } };
  },
  endSession: async (one) => {
    const other = await signIn(service, 'free@example.com');
    return named(one, other.answer.body.session.session_id);
  },
  decideHeldPrices: async (one) => {
    const held = { ticker: 'SPY', heldAt: new Date(1_719_500_400_000), reason: 'why', source: 'Stooq', bars: NO_BARS };
    await service.storage.heldPrices.hold(1, held);
    return { ...one, body: { decision: 'drop' } };
  },
  cancelJob: async (one) => named(one, await newJob()),
  retryJob: async (one) => {
    const id = await newJob();
    await service.storage.queue.cancelJob(id);
    return named(one, id);
  },
  getQualityRun: async (one) => {
    const { prices } = service.storage;
    const counts = { rowsIn: 0, rowsTaken: 0, rowsHeld: 0, refused: {}, flagged: {} };
    const nothing = { ...counts, findings: [], replaced: [], finishedAt: null };
    // Runs are numbered in order.
    for (let i = 0; (await prices.quality.report(4)) === null; i++) {
      await prices.write({ ...RUN, id: `run ${i}` }, (changes) => changes.report(nothing));
    }
    return one;
  },
  revokeKey: async (one, ann) => named(one, await newKey(ann)),
  rotateKey: async (one, ann) => named(one, await newKey(ann)),
};

/**
 * Dropped in the examples: accepting real prices would end the sandbox of the other examples
 * (test/api/console/operatorFeeds.test.ts).
 */
const NO_BARS = emptyBars(0);
/** The saved scan of the examples. */
const SAVED = '5f1c0a9be27d4386';

async function saveExample(): Promise<void> {
  const { id: accountId } = (await service.storage.accounts.findByEmail('free@example.com'))!;
  await service.storage.savedScans.remove(accountId, SAVED);
  const query = {
    window: 'now',
    pe_cycle: 'consecutive',
    years: 10,
    pool: 50,
    rank_by: 'sharpe',
    limit: 3,
    view: 'full',
  };
  const at = service.clock.now();
  const scan = { id: SAVED, accountId, name: SAVED, query, markets: null, version: 1, createdAt: at, updatedAt: at };
  expect(await service.storage.savedScans.insert(scan, 3)).toBe('stored');
}

async function newJob(): Promise<string> {
  const { queue } = service.storage;
  await queue.send('train', {}, { key: 'train', delayMs: 3_600_000 });
  return (await queue.list({ queue: 'train', state: 'waiting' }))[0].id;
}

const newKey = async (ann: SignedInBrowser) => (await ann.post('/v1/account/keys', { name: 'one' })).body.key.key_id;

/** Examples of webhooks get a webhook of their own, to an address without a server, with an undelivered event. */
async function withWebhook(one: ReplayCase): Promise<ReplayCase> {
  for (const { webhook_id } of (await service.get('/v1/webhooks', 'free')).body.webhooks) {
    await service.storage.webhooks.endpoints.remove((await ann()).id, webhook_id);
  }
  if (one.operation.id === 'createWebhook') return one;
  const asked = { url: 'https://127.0.0.1:1/', events: ['data.stale'] };
  const { body } = await service.post('/v1/webhooks', asked, 'free').expect(201);
  const { webhook_id } = body.webhook;
  await service.storage.webhooks.endpoints.change((await ann()).id, webhook_id, { state: 'disabled' });
  await service.storage.webhooks.events.append([
    { accountId: null, type: 'data.stale', data: {}, at: service.clock.now(), key: null },
  ]);
  const [{ event_id }] = await service.storage.webhooks.deliveries.log(webhook_id, null, 1);
  await service.storage.webhooks.endpoints.change((await ann()).id, webhook_id, { state: 'active' });
  const [hook] = one.operation.parameters.map(({ example }) => String(example));
  return { ...one, url: one.url.replace(hook, webhook_id).replace(/msg_\w+/, event_id) };
}

/** Examples of exports get a finished export of their own, from an account whose plan includes exports. */
async function withExport(one: ReplayCase): Promise<ReplayCase> {
  await service.service.queue.settled();
  if (one.operation.parameters.length === 0) return one;
  const { export_id } = await exportsOf(service).made({ market: '11', per_symbol: 1, min_days: 20, max_days: 21 });
  return named(one, export_id);
}

/** Examples of table links get a link of their own, or its address if they read it. */
async function withTableLink(one: ReplayCase): Promise<ReplayCase> {
  // Its links are removed with it.
  await saveExample();
  if (one.operation.parameters.length === 0) return one;
  const { body } = await service.post('/v1/table-links', { saved_scan_id: SAVED }, 'free').expect(201);
  return named(one, one.operation.id === 'getTable' ? body.url.split('/').at(-1) : body.table_link.table_link_id);
}

/** Examples of calendars get a link of their own, or its address if they read it. */
async function withCalendarLink(one: ReplayCase): Promise<ReplayCase> {
  for (const { calendar_link_id } of (await service.get('/v1/calendar-links', 'free')).body.calendar_links) {
    await service.sql('calendar_link').where({ id: calendar_link_id }).delete();
  }
  await saveExample();
  if (one.operation.parameters.length === 0) return one;
  const { body } = await service.post('/v1/calendar-links', { source: 'daily_pick' }, 'free').expect(201);
  return named(
    one,
    one.operation.id === 'getCalendar' ? body.url.split('/').at(-1) : body.calendar_link.calendar_link_id,
  );
}

const ann = async () => (await service.storage.accounts.findByEmail('free@example.com'))!;

function named({ operation, url, ...one }: ReplayCase, id: string): ReplayCase {
  const [example] = Object.values(
    operation.parameters[0].examples ?? { one: { value: operation.parameters[0].example } },
  );
  return { ...one, operation, url: url.replace(String(example.value), id) };
}

let oneMarket: string | undefined;
async function keyOfOneMarket(): Promise<string> {
  if (oneMarket === undefined) {
    const owner = await signIn(service, 'free@example.com');
    oneMarket = (await owner.post('/v1/account/keys', { name: 'one market', markets: ['0'] })).body.secret as string;
  }
  return oneMarket;
}

test.each(replayCases())('$name', async (example) => {
  const { id, access, path } = example.operation;
  // `market` may be left out of symbol lists only with a key that reaches a single market (SPEC 4.3).
  const key = id.startsWith('listSymbolOpportunities') ? await keyOfOneMarket() : service.keys.free;
  if (example.url.includes(SAVED)) await saveExample();
  if (path.startsWith('/webhooks') && example.status < 300) {
    return void (await replay(service.app, { key, cookie: '' }, await withWebhook(example)));
  }
  if (path.startsWith('/calendar')) {
    // An unknown address is 404, whatever else is wrong with the request.
    const one = example.status < 300 || access === 'address' ? await withCalendarLink(example) : example;
    return void (await replay(service.app, { key, cookie: '' }, one));
  }
  if (path.startsWith('/table')) {
    const one = example.status === 200 || access === 'address' ? await withTableLink(example) : example;
    return void (await replay(service.app, { key, cookie: '' }, one));
  }
  if (path.startsWith('/exports')) {
    const one = example.status < 300 ? await withExport(example) : example;
    return void (await replay(service.app, { key: service.keys.business, cookie: '' }, one));
  }
  if (access === 'key') return void (await replay(service.app, { key, cookie: '' }, example));
  const ann = await signIn(service, 'free@example.com', 'admin');
  const own = OWN[id];
  const one = own === undefined || example.status >= 300 ? example : await own(example, ann);
  await replay(service.app, { key, cookie: ann.cookie() }, one);
});

/** Samples of the console change what they name: the examples above cover their operations. */
const SAMPLED = contract.operations.filter(({ access }) => access === 'key');

/** 200 or 201, unless a sample names something of another account, or requires a larger plan. */
function statusOf({ id, path, creates }: Pick<ContractOperation, 'id' | 'path' | 'creates'>): number {
  if (id === 'createExport') return 403;
  if (id === 'createTableLink') return 404;
  if (creates) return 201;
  return /\{(saved_scan|export|webhook|calendar_link|table_link)_id\}/.test(path) ? 404 : 200;
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

function methodOf(method: string) {
  return METHODS.find((one) => one === method.toLowerCase())!;
}

/** A weekend, the last evening of a year and the first morning of the next, each after a session with its pick. */
const DAYS: [now: string, today: string, session: string][] = [
  ['2025-06-28T17:00:00Z', '2025-06-28', '2025-06-27T16:00:00Z'],
  ['2027-01-01T02:30:00Z', '2026-12-31', '2026-12-31T16:00:00Z'],
  ['2027-01-01T06:00:00Z', '2027-01-01', '2026-12-31T16:00:00Z'],
];

test.each(DAYS)(
  'every code sample is answered at %s, on the smallest plan',
  async (now, today, session) => {
    const service = await startTestApp({ now: session, predictorFor: fakePredictor });
    await service.service.schedule.tick();
    service.clock.set(now);
    const statuses: Record<string, number> = {};
    const sources = SAMPLED.map(
      ({ path, method }) => contract.document.paths[path][method]['x-codeSamples'][0].source as string,
    );
    const sent = runShell(sources, service.keys.free, today);
    for (const [i, operation] of SAMPLED.entries()) {
      const { method, url, authorization, body } = sent[i];
      const path = url.slice(new URL(url).origin.length);
      const asked = request(service.app)[methodOf(method)](path).set('Authorization', authorization);
      const answer = await (body === null ? asked : asked.send(body as object));
      statuses[operation.id] = answer.status;
    }
    const expected = Object.fromEntries(SAMPLED.map((operation) => [operation.id, statusOf(operation)]));
    expect(statuses).toEqual(expected);
    await service.close();
  },
  60_000,
);

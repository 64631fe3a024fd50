import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { credentialIn } from '../src/config';
import { type Day, parseIso } from '../src/core/calendar/dates';
import type { Market } from '../src/core/calendar/market';
import { FeedClient } from '../src/feeds/client';
import { loadProviders } from '../src/feeds/provider';
import { sendFollowUps } from '../src/jobs/dailyJobs';
import { type FeedDeps, FeedError, type FeedRunDeps } from '../src/jobs/feeds/deps';
import { addFeed, feedsNamed, parseSymbols, resumeSymbols, StoredFeedAdmin } from '../src/jobs/feeds/feedAdmin';
import { type FeedReport, formatFeedReport, type Remainder, remainder } from '../src/jobs/feeds/report';
import { type FeedRunOptions, runFeed } from '../src/jobs/feeds/run';
import { waitingBars } from '../src/jobs/importConcerns';
import { findingsCsv } from '../src/jobs/importReport';
import type { Queue } from '../src/queue/queue';
import { loadMarkets } from '../src/seeds';
import { feedName } from '../src/services/operator/feedAdmin';
import type { Feed } from '../src/storage/feeds';
import type { Counters } from '../src/storage/storage';
import { review } from './feeds/review';
import { selectedSymbols } from './feeds/selectedSymbols';
import { feedTable, NO_FEEDS, providerTable, statusText } from './feeds/tables';
import { ExitError, type Terminal } from './terminal/command';
import { MARKET_HELP, marketNamed } from './terminal/options';
import { createOutputFile } from './terminal/outputFile';
import { withProgress } from './terminal/progressBar';
import { withStorage } from './terminal/storage';

/** The feeds that a command selects. */
interface Named {
  readonly market?: Market;
  readonly symbols?: string[];
}

const SYMBOLS_HELP = 'comma-separated; SYMBOL:NAME where the provider calls it by another name than its rules say';
const ONLY_SYMBOLS = 'only these, comma-separated';

/** The exit code of a run whose provider allows no more requests now: EX_TEMPFAIL of sysexits.h. */
const LACKS_REQUESTS = 75;

/** The dependencies of the commands. */
interface CommandDeps extends FeedRunDeps {
  readonly queue: Queue;
  /** Requests by provider. */
  readonly counter: Counters['providers'];
}

/** `npx perennial feeds ...` */
export function feedsCommand(terminal: Terminal): Command {
  const feeds = new Command('feeds').description('Feeds keep prices up to date: their providers, symbols and runs.');
  const ofFeed = (name: string, description: string) =>
    feeds
      .command(name)
      .description(description)
      .argument('[provider]', 'id of a provider; without it all that are meant')
      .option('--market <id>', MARKET_HELP, marketNamed);
  feeds
    .command('add <provider>')
    .description('create a feed of a provider for symbols of a market, or add symbols to an existing feed')
    .requiredOption('--market <id>', MARKET_HELP, marketNamed)
    .option('--symbols <list>', SYMBOLS_HELP, listed)
    .option('--list <file>', 'file of symbols, one per line, or a csv with a column Symbol')
    .option('--members', 'the symbols of the market that have prices now')
    .option('--unadjusted', 'accept prices that are not adjusted for splits and dividends')
    .option('--yes', 'do not ask for confirmation, even if the sandbox ends')
    .action((provider, options) => withFeeds(terminal, (deps) => add(deps, provider, options, terminal)));
  feeds
    .command('providers')
    .description('show the providers')
    .action(() => withFeeds(terminal, async (deps) => terminal.out(providerTable(deps))));
  feeds
    .command('list')
    .description('show the feeds')
    .action(() => withFeeds(terminal, async (deps) => terminal.out(await feedTable(deps))));
  ofFeed('run', 'fetch due prices now')
    .option('--symbols <list>', ONLY_SYMBOLS, listed)
    .option('--since <date>', 'fetch prices from this date on, whether or not they are due', dateOption)
    .option('--report <file>', 'write every refused and flagged row to a csv file')
    .action((provider, options) => withFeeds(terminal, (deps) => run(deps, provider, options, terminal)));
  ofFeed('status', 'show the last run, failures and the next due run').action((provider, options: Named) =>
    withFeeds(terminal, async (deps) => {
      // Without a name all feeds are shown, of which there may be none.
      const isNone = provider === undefined && options.market === undefined && (await deps.feeds.all()).length === 0;
      terminal.out(isNone ? NO_FEEDS : await status(deps, await named(deps, provider, options)));
    }),
  );
  ofFeed('pause', 'stop scheduled runs').action((provider, options: Named) =>
    withFeeds(terminal, async (deps) => setPaused(deps, await named(deps, provider, options), true, terminal)),
  );
  ofFeed('resume', 'start scheduled runs again, also for rejected symbols')
    .option('--symbols <list>', ONLY_SYMBOLS, listed)
    .action((provider, options: Named) => withFeeds(terminal, (deps) => resume(deps, provider, options, terminal)));
  ofFeed('remove', 'remove a feed or some of its symbols; their prices stay')
    .option('--symbols <list>', ONLY_SYMBOLS, listed)
    .action((provider, options: Named) => withFeeds(terminal, (deps) => remove(deps, provider, options, terminal)));
  ofFeed('review', 'show held prices, and accept or reject them')
    .option('--accept <list>', 'symbols whose held prices replace the stored ones; all = every symbol', listed)
    .option('--reject <list>', 'symbols whose stored prices stay; they are not fetched until resumed', listed)
    .action((provider, options) =>
      withFeeds(terminal, async (deps) => review(deps, await named(deps, provider, options), options, terminal)),
    );
  return feeds;
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function named(deps: FeedDeps, provider: string | undefined, { market }: Named): Promise<Feed[]> {
  return feedsNamed(deps, { provider, market });
}

async function withFeeds(terminal: Terminal, work: (deps: CommandDeps) => Promise<void>): Promise<void> {
  await withStorage(
    terminal.env,
    async ({ config, clock, storage: { prices, feeds, heldPrices, queue, counters } }) => {
      const { feedsPrivate: allowPrivate } = config;
      const { providers: counter } = counters;
      const credentialOf = credentialIn(terminal.env);
      const client = new FeedClient({ clock, counter, allowPrivate, credentialOf, random: Math.random });
      try {
        const providers = loadProviders(config.feedsFile);
        await work({ prices, feeds, heldPrices, queue, counter, client, providers, markets: loadMarkets(), clock });
      } finally {
        client.close();
      }
    },
  );
}

/** The state of feeds in words. */
async function status(deps: CommandDeps, chosen: readonly Feed[]): Promise<string> {
  const admin = new StoredFeedAdmin({ ...deps, runsHere: false });
  const ids = new Set(chosen.map(({ id }) => id));
  const statuses = (await admin.list()).filter(({ feed }) => ids.has(feed.id));
  const texts = statuses.map(async (one) => statusText(one, await deps.feeds.symbols(one.feed.id)));
  return (await Promise.all(texts)).join('\n');
}

interface AddOptions {
  readonly market: Market;
  readonly symbols?: string[];
  readonly list?: string;
  readonly members?: boolean;
  readonly unadjusted?: boolean;
  readonly yes?: boolean;
}

async function add(deps: FeedDeps, provider: string, options: AddOptions, { out, ask }: Terminal): Promise<void> {
  const { market, unadjusted = false, yes = false } = options;
  const symbols = parseSymbols(await selectedSymbols(deps, market, options));
  const simulated = (await deps.prices.index()).symbols.filter(({ series }) => series?.simulated).length;
  const question = `  the sandbox ends with the first prices: its ${simulated} simulated symbols go\nAdd the feed anyway?`;
  if (simulated > 0 && !yes && ask && !(await ask(question))) throw new FeedError('nothing was added');
  const feed = await addFeed(deps, { provider, market, symbols, unadjusted });
  const { terms, credential, name } = deps.providers.get(provider)!;
  const missing =
    credential !== null ? [`Credential: the environment variable ${credential}, of the service too.`] : [];
  const counts = Object.values(feed.counts).reduce((sum, count) => sum + count, 0);
  out(
    [
      `${name} is asked for ${counts} symbols of market ${market.id} ${market.name}, by a running service within a minute; now: npm run feeds -- run`,
      ...missing,
      `Terms of use: ${terms.note} ${terms.url}`,
      '',
    ].join('\n'),
  );
}

interface RunOptions extends Named {
  readonly since?: number;
  readonly report?: string;
}

/** The exit code is 1 when symbols failed, vanished or were held back, and LACKS_REQUESTS when the provider's limits left some. */
async function run(
  deps: CommandDeps,
  provider: string | undefined,
  options: RunOptions,
  { out }: Terminal,
): Promise<void> {
  const { symbols, since, report: file } = options;
  createOutputFile(file);
  const feeds = await named(deps, provider, options);
  const active = feeds.filter(({ paused }) => !paused);
  if (active.length === 0) throw new FeedError(`${feeds.map(feedName).join(', ')}: paused; npm run feeds -- resume`);
  const findings: Parameters<typeof findingsCsv>[0][number][] = [];
  const remaining = new Set<Remainder>();
  const notRun: string[] = [];
  for (const feed of active) {
    try {
      const report = await withProgress((progress) => {
        const onProgress = (done: number, total: number, ticker: string) =>
          progress.update(done / total, `${feed.provider} ${ticker}`);
        return runAlone(deps, feed, { symbols, since, onProgress });
      });
      out(`${formatFeedReport(report, await waitingBars(deps.prices, feed.marketId))}\n`);
      findings.push(
        ...report.symbols.map(({ ticker, refused, flags }) => ({ path: `${feed.provider} ${ticker}`, refused, flags })),
      );
      remaining.add(remainder(report));
    } catch (error) {
      // The other feeds are run nevertheless.
      if (!(error instanceof FeedError)) throw error;
      notRun.push(error.message);
    }
  }
  if (file !== undefined) writeFileSync(file, findingsCsv(findings));
  if (remaining.has('attention')) notRun.push('not all prices are up to date: npm run feeds -- status');
  if (notRun.length > 0) throw new FeedError(notRun.join('\n'));
  if (remaining.has('requests')) {
    throw new ExitError(
      'symbols are left for want of requests: run again when the provider allows more',
      LACKS_REQUESTS,
    );
  }
}

/** @throws FeedError while a service or another command runs the feed */
async function runAlone(deps: CommandDeps, feed: Feed, options: FeedRunOptions): Promise<FeedReport> {
  let report: FeedReport | null = null;
  await deps.queue.runInProcess('feed', String(feed.id), async (signal) => {
    report = await runFeed(deps, feed, { ...options, signal });
  });
  if (report === null) throw new FeedError(`the feed ${feedName(feed)} is already running`);
  await sendFollowUps(deps.queue);
  return report;
}

async function setPaused(
  { feeds }: FeedDeps,
  chosen: readonly Feed[],
  paused: boolean,
  { out }: Terminal,
): Promise<void> {
  for (const feed of chosen) {
    await feeds.setPaused(feed.id, paused);
    out(`${paused ? 'paused' : 'resumed'}: ${feedName(feed)}\n`);
  }
}

async function resume(deps: FeedDeps, provider: string | undefined, options: Named, terminal: Terminal): Promise<void> {
  const chosen = await named(deps, provider, options);
  const tickers = options.symbols === undefined ? null : parseSymbols(options.symbols).map(({ ticker }) => ticker);
  if (tickers === null) await setPaused(deps, chosen, false, terminal);
  for (const feed of chosen) {
    const resumed = await resumeSymbols(deps, feed, tickers);
    if (resumed.length > 0) terminal.out(`asked for again by ${feedName(feed)}: ${resumed.join(', ')}\n`);
  }
}

async function remove(deps: FeedDeps, provider: string | undefined, options: Named, { out }: Terminal): Promise<void> {
  if (provider === undefined && options.market === undefined && options.symbols === undefined) {
    throw new FeedError('name what is to be removed: a provider, --market or --symbols');
  }
  const selected = options.symbols === undefined ? null : parseSymbols(options.symbols).map(({ ticker }) => ticker);
  for (const feed of await named(deps, provider, options)) {
    const ofFeed = (await deps.feeds.symbols(feed.id)).map(({ ticker }) => ticker);
    const removed = selected === null ? ofFeed : ofFeed.filter((ticker) => selected.includes(ticker));
    if (removed.length === 0) continue;
    await deps.feeds.remove(feed.id, removed);
    out(`removed from ${feedName(feed)}: ${removed.length} symbols; their prices stay\n`);
  }
}

/** Parses an option that is a date. @throws Error that says what is accepted */
function dateOption(text: string): Day {
  const day = parseIso(text);
  if (day === null) throw new Error(`'${text}' is no date: YYYY-MM-DD`);
  return day;
}

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { Metrics } from '../../src/http/metrics';
import { isPostgresUrl } from '../../src/storage/database';
import { startTestApp, type TestApp } from '../helpers/app';
import { weekdayBars } from '../helpers/bars';
import { eventually } from '../helpers/eventually';
import { describeWith, PROMTOOL } from '../helpers/installed';
import { CARD, pickEntry } from '../helpers/ledgerEntries';
import { describeServed } from '../helpers/servedFromBoth';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';

const DEPLOY = join(__dirname, '../../scripts/deploy');
const RULES = join(DEPLOY, 'alerts.yaml');
const NOW = '2024-06-28T15:00:00Z';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const rules = parse(readFileSync(RULES, 'utf8')).groups.flatMap((group: { rules: Rule[] }) => group.rules) as Rule[];

/** A fault, as the series of GET /metrics of one replica; values in the notation of promtool, one a minute. */
interface Fault {
  readonly series: Readonly<Record<string, string>>;
  /** When the alert must fire; default 40 minutes. */
  readonly after?: string;
  /** Other alerts that the same fault fires. */
  readonly also?: readonly string[];
  /** Whether the other replica has these series as well. */
  readonly everywhere?: boolean;
}

const FEED = 'provider="stooq",market="11"';
const ABSENT = 'absent';
/** A counter that grows by a step a minute, from 15 minutes before the alert must fire. */
const counts = (step: number) => `0x25 ${step}+${step}xEND`;
const always = (value: number) => `${value}xEND`;
/** A counter that grows once, ten minutes before the alert must fire. */
const ONCE = '0x30 1xEND';
/** Takes the place of END: most of the time is spent on samples, so there are no more than an alert needs. */
const minutes = (after: string) => (after.endsWith('h') ? 60 * Number.parseInt(after, 10) : Number.parseInt(after, 10));
const FAULTS: Readonly<Record<string, Fault>> = {
  ReplicaGone: { series: { up: always(0) } },
  NoReplica: { series: { up: always(0) }, everywhere: true, also: ['ReplicaGone'] },
  ReplicaNotReady: { series: { prices_ready: always(0) } },
  ReplicaOlderThanSchema: { series: { database_newer: always(1) } },
  DataVersionsDiffer: { series: { 'data_version_served{data_version="other"}': always(1) } },
  PricesServedLate: { series: { prices_service_delay_seconds: always(90) } },
  NginxReachesNoReplica: { series: { nginx_unanswered_requests_total: counts(1) } },
  NginxErrors: { series: { 'nginx_errors_total{kind="connect"}': counts(10) } },
  InternalErrors: { series: { 'http_errors_total{code="internal"}': ONCE } },
  ServerErrors: { series: { 'http_request_duration_seconds_count{operation="getMe",status="503"}': counts(60) } },
  ContractViolations: { series: { 'contract_violations_total{operation="scanMarkets"}': ONCE } },
  KeySecretMissing: { series: { 'http_errors_total{code="service_misconfigured"}': counts(1) } },
  TooMuchLoad: { series: { 'http_errors_total{code="scan_busy"}': '0+20xEND' } },
  EventLoopBlocked: { series: { nodejs_eventloop_lag_p99_seconds: always(0.3) } },
  MemoryHigh: { series: { process_resident_memory_bytes: always(2e9) } },
  DatabaseDamaged: { series: { 'database_fault{reason="database_damaged"}': always(1) } },
  DiskFull: { series: { 'database_unavailable_total{reason="disk_full"}': counts(1) } },
  DatabaseUnavailable: { series: { 'database_fault{reason="database_unreachable"}': always(1) } },
  DatabasePoolExhausted: { series: { 'database_waiting{pool="requests",for="connection"}': always(7) } },
  DatabaseSlow: {
    series: {
      'database_wait_seconds_total{pool="requests",for="answer"}': '0+60xEND',
      'database_waits_total{pool="requests",for="answer"}': '0+60xEND',
    },
  },
  DatabaseMetricsMissing: { series: { 'database_metrics_read{part="jobs"}': always(0) } },
  PricesBehind: { series: { 'market_sessions_behind{market="11"}': always(5) }, after: '2h' },
  PricesTooOld: { series: { 'market_data_age_seconds{market="11"}': always(11 * 86_400) } },
  FeedRowsHeld: { series: { [`feed_symbols{${FEED},state="held"}`]: always(2) }, after: '2h' },
  FeedRowsRefused: { series: { [`feed_last_run_rows{${FEED},result="refused"}`]: always(3) } },
  FeedSymbolsLeft: { series: { [`feed_last_run_symbols{${FEED},outcome="left"}`]: always(9) }, after: '25h' },
  FeedSymbolsFail: { series: { [`feed_symbols{${FEED},state="failing"}`]: always(1) }, after: '7h' },
  FeedRunsFail: { series: { 'queue_job_failures_total{queue="feed"}': counts(1) } },
  FeedDoesNotRun: {
    series: {
      [`feed_last_run_timestamp_seconds{${FEED}}`]: always(-3 * 86_400),
      'market_sessions_behind{market="11"}': always(2),
    },
    after: '2h',
  },
  FeedNeverRan: { series: { [`feed_last_run_timestamp_seconds{${FEED}}`]: ABSENT }, after: '25h', everywhere: true },
  JobsFailed: { series: { 'queue_jobs{queue="export",state="failed"}': always(1) } },
  JobRunsFail: { series: { 'queue_job_failures_total{queue="prune"}': counts(1) } },
  JobsWaitTooLong: { series: { 'queue_oldest_job_age_seconds{queue="train"}': always(4_000) } },
  JobRunsTooLong: { series: { 'queue_oldest_active_job_age_seconds{queue="feed"}': always(30_000) } },
  JobsTakenOver: { series: { 'queue_job_takeovers_total{queue="export"}': counts(1) } },
  ScheduleStopped: {
    series: { 'queue_scheduled_job_completed_timestamp_seconds{queue="prune"}': always(0) },
    after: '2h',
    everywhere: true,
  },
  WebhooksUndelivered: { series: { 'webhook_deliveries_total{outcome="undelivered"}': ONCE } },
  WebhooksFail: { series: { 'webhook_deliveries_total{outcome="failed"}': counts(2) } },
  WebhooksLate: { series: { webhook_outbox_age_seconds: always(30_000) } },
  RecordChanged: { series: { daily_pick_record_readable: always(0) } },
  PickMissing: {
    series: { 'daily_pick_session_timestamp_seconds{status="pick"}': always(-7 * 86_400) },
    after: '2h',
    everywhere: true,
  },
};

/** The metrics of a healthy service with one of everything that alerts observe. */
async function healthyMetrics(folder: string): Promise<[text: string, isPostgres: boolean]> {
  const app = await startTestApp({ now: NOW, symbols: [{ symbol: 'SPY', markets: ['11'], bars: bars() }] });
  try {
    await fill(app);
    let text = '';
    // New prices are served a moment after the first request for them.
    await eventually(async () => {
      await app.get('/v1/markets').expect(200);
      text = (await app.get('/metrics').expect(200)).text;
      return /^prices_service_delay_seconds /m.test(text);
    });
    const process = (await new Metrics(true).registry.metrics()).match(/^(# \w+ )?(nodejs|process)_.*\n/gm)!;
    return [`${text}${nginxMetrics(folder)}${process.join('')}`, isPostgresUrl(app.file)];
  } finally {
    await app.close();
  }
}

const bars = () => weekdayBars('2014-01-01', '2024-06-27', (day) => 50 + (day % 7));

async function fill(app: TestApp): Promise<void> {
  const { feeds, records, prices } = app.storage;
  const [finishedAt, session] = ['2024-06-27T22:04:00.000Z', '2024-06-27'];
  const of = { provider: 'stooq', marketId: '11', unadjusted: false, addedAt: new Date(NOW) };
  const { id } = await feeds.add(of, [{ ticker: 'SPY', spelling: null }]);
  const symbols = { due: 1, updated: 1, restated: 0, unchanged: 0, failed: 0, vanished: 0, held: 0, left: 0 };
  const rows = { rows: 1, refused: 0, flagged: 0 };
  const lastRun = { startedAt: finishedAt, finishedAt, session, ...symbols, ...rows, ended: null };
  await feeds.finish(id, { lastRun, nextAt: null });
  await records.append('pick', () => ({ entry: pickEntry('2024-06-28'), card: CARD }));
  app.clock.set('2024-06-28T15:00:07Z');
  await storeBars(prices, { symbol: 'QQQ', markets: ['11'] }, bars(), { importedAt: app.clock.now() });
  app.service.queue.work('prune', async () => {});
  await app.service.queue.send('prune', {}, { key: 'prune', occurrence: 'prune now' });
  await app.service.queue.settled();
}

/** Names of metrics in an expression: words with an underscore that are no labels. */
function metricsIn({ expr }: Rule): string[] {
  const bare = expr.replace(/"[^"]*"|\{[^}]*\}|\b(by|on) \([^)]*\)/g, ' ');
  return [...bare.matchAll(/[a-z]+_[a-z_\d]+/g)].map(([name]) => name);
}
const NAMES = new Set(rules.flatMap(metricsIn));

/** The metrics that nginxErrors.sh writes without logs. */
function nginxMetrics(folder: string): string {
  const file = join(folder, 'nginx.prom');
  expect(spawnSync('sh', [join(DEPLOY, 'nginxErrors.sh'), file, folder]).status).toBe(0);
  return readFileSync(file, 'utf8');
}

/** Samples of the metrics that alerts name, by name and labels. Those of the process are 0, since they differ between machines. */
function samplesOf(text: string): Map<string, string> {
  const samples = text.split('\n').flatMap((line): [string, string][] => {
    const [, series, name, value] = /^((\w+)(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (!NAMES.has(name)) return [];
    return [[series, /^(nodejs|process)_/.test(name) ? '0' : value]];
  });
  return new Map(samples);
}

const withLabels = (series: string, instance: string) =>
  `${series.replace(/\{.*|$/, '')}{job="perennial",instance="${instance}",${/\{(.*)\}/.exec(series)?.[1] ?? ''}`.replace(
    /,?$/,
    '}',
  );

/** A unit test of promtool: two replicas, one of them or both with a fault, and the alerts that fire then. */
function unitTest(
  samples: ReadonlyMap<string, string>,
  name: string,
  { series, after = '40m', also = [], everywhere }: Fault,
) {
  const ofReplica = (instance: string, fault: Fault['series']) =>
    Object.entries({
      up: always(1),
      ...Object.fromEntries([...samples].map(([key, value]) => [key, always(Number(value))])),
      ...fault,
    })
      .filter(([, values]) => values !== ABSENT)
      .map(([key, values]) => ({
        series: withLabels(key, instance),
        values: values.replace('END', String(minutes(after))),
      }));
  const alerts = name === NOTHING ? [] : [name, ...also];
  return {
    name,
    interval: '1m',
    input_series: [...ofReplica('a', series), ...ofReplica('b', everywhere ? series : {})],
    promql_expr_test: [
      {
        expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: after,
        exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
      },
    ],
  };
}
const NOTHING = 'a service in order';

/** Series that a healthy service does not have. */
const ONLY_WITH_A_FAULT = [
  'data_version_served{data_version="other"}',
  'http_request_duration_seconds_count{operation="getMe",status="503"}',
  'up',
  'up',
];
const ONLY_OVER_POSTGRES = [
  'database_waiting{pool="requests",for="connection"}',
  'database_wait_seconds_total{pool="requests",for="answer"}',
  'database_waits_total{pool="requests",for="answer"}',
];

test('each alert has a fault that fires it', () => {
  expect(Object.keys(FAULTS).sort()).toEqual(rules.map(({ alert }) => alert).sort());
});

describeWith(PROMTOOL, { name: 'promtool', install: 'promtool (Debian: prometheus)' }, (program) => {
  const folder = tempFolder();
  const promtool = (...parameters: string[]) => spawnSync(program, parameters, { encoding: 'utf8' });

  test('finds the rules valid', () => {
    const { status, stdout, stderr } = promtool('check', 'rules', RULES);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining(`SUCCESS: ${rules.length} rules found`)]);
  });

  describeServed(() => {
    let text: string;
    let isPostgres: boolean;
    beforeAll(async () => {
      [text, isPostgres] = await healthyMetrics(folder);
    });

    test('every metric that an alert names is served, with the labels used here', () => {
      const samples = samplesOf(text);
      const named = [...NAMES].filter((name) => ![...samples.keys()].some((key) => key.split('{')[0] === name));
      const unknown = Object.values(FAULTS).flatMap(({ series }) =>
        Object.keys(series).filter((key) => !samples.has(key)),
      );
      expect(named).toEqual([]);
      expect(unknown.sort()).toEqual([...ONLY_WITH_A_FAULT, ...(isPostgres ? [] : ONLY_OVER_POSTGRES)].sort());
    });

    test('the metrics pass the checks of promtool', () => {
      const { stdout, stderr } = spawnSync(program, ['check', 'metrics'], { input: text, encoding: 'utf8' });
      // The names of the process metrics are those of prom-client.
      expect(`${stdout}${stderr}`.split('\n').filter((line) => !/^(nodejs|process)_|^$/.test(line))).toEqual([]);
    });
  });

  test('no alert fires for a healthy service, and each fault fires exactly its own alerts', async () => {
    const samples = samplesOf((await healthyMetrics(folder))[0]);
    const faults = Object.entries({ [NOTHING]: { series: {}, after: '26h' }, ...FAULTS });
    const isLong = ([, { after = '' }]: [string, Fault]) => after.endsWith('h');
    const files = [
      // Evaluating rules takes most of the time.
      { evaluation_interval: '2m', tests: faults.filter((fault) => !isLong(fault)) },
      { evaluation_interval: '20m', tests: faults.filter(isLong) },
    ].map(({ tests, ...settings }, i) => {
      const file = join(folder, `${i}.test.yaml`);
      const units = tests.map(([name, fault]) => unitTest(samples, name, fault));
      writeFileSync(file, stringify({ rule_files: [RULES], ...settings, tests: units }));
      return file;
    });
    const { status, stdout, stderr } = promtool('test', 'rules', ...files);
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  }, 300_000);
});

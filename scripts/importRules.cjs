/** Who may import whom (CONTRIBUTING, "Layout"). Run by `npm run imports`; a broken rule fails CI. */

/** A room may import itself and what is listed, nothing else of src. */
const room = (name, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^(src|generated)/', pathNot: [`^src/${name}/`, ...allowed] },
});

/** What any room above core may use: time, the log, and the faults that requests end in. */
const CLOCK = '^src/clock\\.ts$';
const LOG = '^src/log\\.ts$';
const ERRORS = '^src/errors\\.ts$';
/** Until when an answer is wanted. */
const DEADLINE = '^src/deadline\\.ts$';
/** Where the code of a thread lies. */
const THREADS = '^src/threadModule\\.ts$';
const SEEDS = '^src/(seeds|seedFile)\\.ts$';
/** Texts of seeds/. */
const SEED_FILES = '^src/seedFile\\.ts$';
/** The contract as types: `generated/` and the aliases over it. */
const CONTRACT = ['^generated/', '^src/(operation|schema|fileAnswer|rowText)\\.ts$'];
/** Where seeds/ and generated/ lie. */
const PROJECT = '^src/(projectRoot|version)\\.ts$';
/** Requests to other servers. */
const OUTGOING = '^src/http/outgoing\\w*\\.ts$';
const CORE = '^src/core/';
const DATES = '^src/core/calendar/dates\\.ts$';
/** The tables, what they are asked, and the faults they answer with; never what opens a database. */
const TABLES =
  '^src/storage/(?!(open|database|sqlite\\w*|postgres\\w*|legacyImport|move\\w*|backup)\\.ts$|migrations/)';
/** The queue as it is used; never what makes one. */
const QUEUE = '^src/queue/(queue|queues|schedule)\\.ts$';
const ACCESS = '^src/access/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'two files that need each other are one idea in two places',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-dead-files',
      comment:
        'what no process and no command reaches is left over; the sources of the WebAssembly module are compiled',
      severity: 'error',
      from: {
        path: '^(scripts/|src/(main|engine/requestThread|engine/backgroundThread|jobs/trainWorker|jobs/feeds/feedProcess)\\.ts$|src/web/main\\.tsx$)',
      },
      to: {
        path: '^src/',
        pathNot:
          '^src/((main|engine/requestThread|engine/backgroundThread)\\.ts$|web/main\\.tsx$|.*\\.d\\.ts$|core/kernel/wasm/)',
        reachable: false,
      },
    },
    room('core', [], 'formulas: no clock, no database, no request, no generated types'),
    {
      name: 'core-uses-no-packages',
      comment: 'formulas depend on nothing that can change beneath them',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: 'node_modules' },
    },
    {
      name: 'core-uses-no-machine',
      comment: 'no files, no processes, no network: hashing is arithmetic',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    room('answers', [CORE, ...CONTRACT, SEEDS], 'numbers in, published shapes and words out'),
    room(
      'storage',
      [CORE, THREADS, '^src/queue/'],
      'the SQL of every table; it knows rows, not requests. Jobs are sent in the transaction of what they follow',
    ),
    room(
      'queue',
      [CLOCK, LOG, '^src/storage/(database|columns|errors|postgres|postgresKnex)\\.ts$'],
      'what runs in the background, on both databases; not what it does',
    ),
    room('ingest', [CORE], 'vendor formats in, clean bars out; no database'),
    room(
      'feeds',
      [CORE, TABLES, CLOCK, SEEDS, OUTGOING],
      'providers over the network in, text of prices out; what becomes of it is a job',
    ),
    room(
      'engine',
      [CORE, '^src/answers/', ...CONTRACT, TABLES, ERRORS, PROJECT, CLOCK, LOG, DEADLINE, THREADS],
      'knows prices and threads, and what threads make of them; not requests',
    ),
    room(
      'services',
      [
        CORE,
        TABLES,
        QUEUE,
        CLOCK,
        LOG,
        ERRORS,
        DEADLINE,
        SEEDS,
        '^src/(engine|answers|alerts)/',
        ACCESS,
        '^src/(operation|fileAnswer|rowText)\\.ts$',
      ],
      'load and compute, one file a capability; the body it returns is typed by the contract, a request it never sees',
    ),
    room(
      'handlers',
      ['^src/(services|answers)/', ERRORS, ...CONTRACT, ACCESS, DATES],
      'a handler reads input, of which dates are text, calls a service, returns',
    ),
    {
      name: 'access-is-asked-in-types',
      comment: 'below the door only the caller, its tier and its scope are known; what guards it is handed in',
      severity: 'error',
      from: { path: '^src/(services|handlers)/' },
      to: {
        path: '^src/access/',
        pathNot: '^src/access/(caller|tiers|scope)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-handler-imports-another',
      comment: 'what two handlers share belongs to a service',
      severity: 'error',
      from: { path: '^src/handlers/', pathNot: '^src/handlers/handlers\\.ts$' },
      to: { path: '^src/handlers/' },
    },
    room(
      'jobs',
      [
        CORE,
        TABLES,
        QUEUE,
        CLOCK,
        LOG,
        DEADLINE,
        SEEDS,
        THREADS,
        '^src/(services|engine|ingest|feeds|alerts)/',
        '^src/storage/open\\.ts$',
      ],
      'what runs by date or by hand, without a request',
    ),
    room(
      'alerts',
      [CORE, TABLES, QUEUE, CLOCK, LOG, OUTGOING, ...CONTRACT, '^src/answers/'],
      'what is told of what happened, and how it gets there; who asks is not its affair',
    ),
    room('access', [CORE, TABLES, CLOCK, LOG, ERRORS, DEADLINE, SEEDS, OUTGOING], 'keys, sign-in, tiers, limits'),
    room(
      'http',
      [
        LOG,
        ERRORS,
        CLOCK,
        DEADLINE,
        ACCESS,
        PROJECT,
        SEED_FILES,
        '^src/storage/errors\\.ts$',
        '^src/openapi/',
        ...CONTRACT,
      ],
      'the shell knows the contract, and nothing that computes',
    ),
    room(
      'openapi',
      [ERRORS, DATES, PROJECT, '^src/http/(inject|locals)\\.ts$', ...CONTRACT],
      'the contract, what holds requests and answers to it, and how that is said',
    ),
    room(
      'mcp',
      [
        ...[...CONTRACT, ERRORS, LOG, PROJECT],
        OUTGOING,
        ...['^src/http/(inject|rateLimit)\\.ts$', '^src/access/rate\\.ts$'],
      ],
      'a tool call is a request to /v1, and every message is counted like one: it reaches nothing behind that',
    ),
    room('web', ['^generated/'], 'pages in a browser: a client of /v1 like any other'),
    {
      name: 'nobody-imports-the-pages',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: '^src/web/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'nobody-imports-the-process',
      comment: 'main puts the process together from app and compose; nothing below knows them',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^src/(app|main|compose)\\.ts$' },
    },
    {
      name: 'only-compose-picks-a-database',
      comment: 'everybody else is given the ports; a training thread is a process of its own and opens its own',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(compose\\.ts$|storage/|queue/postgres\\w*\\.ts$|jobs/(trainWorker|feeds/feedProcess)\\.ts$)',
      },
      to: {
        path: '^src/storage/(open|sqlite\\w*|postgres\\w*|migrations/.*)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-storage-opens-sqlite',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: ['^scripts/bench/', '^src/storage/(sqlite\\w*|backup|open)\\.ts$'] },
      to: { path: 'better-sqlite3', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-development-package-in-the-service',
      comment: 'an installation with `npm ci --omit=dev` lacks it; the pages are built before',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/web/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|scripts)/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    includeOnly: '^(src|generated|scripts|test|node_modules)/',
  },
};

/** Who may import whom (CONTRIBUTING, "Layout"). Run by `npm run imports`; a broken rule fails CI. */

/** A folder of src may import itself and the listed files, and nothing else of src. */
const room = (name, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: `^src/${name}/` },
  to: { path: '^(src|generated)/', pathNot: [`^src/${name}/`, ...allowed] },
});

/** Shared by all folders above core: the clock, the log, and the errors of requests. */
const CLOCK = '^src/clock\\.ts$';
const LOG = '^src/log\\.ts$';
const ERRORS = '^src/errors\\.ts$';
/** Time limits and abort signals. */
const DEADLINE = '^src/deadline\\.ts$';
/** The path of a thread's code. */
const THREADS = '^src/threadModule\\.ts$';
const SEEDS = '^src/(seeds|seedFile)\\.ts$';
/** Reads the files of seeds/. */
const SEED_FILES = '^src/seedFile\\.ts$';
/** The contract as types: `generated/` and the aliases over it. */
const CONTRACT = ['^generated/', '^src/(operation|schema|fileAnswer|rowText)\\.ts$'];
/** The paths of seeds/ and generated/. */
const PROJECT = '^src/(projectRoot|version)\\.ts$';
/** Requests to other servers. */
const OUTGOING = '^src/http/outgoing\\w*\\.ts$';
const CORE = '^src/core/';
const DATES = '^src/core/calendar/dates\\.ts$';
/** The stores and their errors, but nothing that opens a database. */
const TABLES =
  '^src/storage/(?!(open|database|sqlite\\w*|postgres\\w*|legacyImport|move\\w*|backup)\\.ts$|migrations/)';
/** The queue's interface, but no implementation. */
const QUEUE = '^src/queue/(queue|queues|schedule)\\.ts$';
const ACCESS = '^src/access/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'files must not import each other: join them, or move what both need to a third',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-dead-files',
      comment:
        'no process and no command imports this file: delete it (the sources of the WebAssembly module are compiled apart)',
      severity: 'error',
      from: {
        path: '^(scripts/|src/(main|engine/poolThread|jobs/trainWorker|jobs/feeds/feedProcess)\\.ts$|src/web/main\\.tsx$)',
      },
      to: {
        path: '^src/',
        pathNot: '^src/((main|engine/poolThread)\\.ts$|web/main\\.tsx$|.*\\.d\\.ts$|core/kernel/wasm/)',
        reachable: false,
      },
    },
    room('core', [], 'core holds formulas: it may use no clock, no database, no request and no generated types'),
    {
      name: 'core-uses-no-packages',
      comment: 'core holds formulas, which must not change with the version of a package',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: 'node_modules' },
    },
    {
      name: 'core-uses-no-machine',
      comment: 'core may use no files, processes or network; of Node it may use the hashes of crypto',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    room(
      'answers',
      [CORE, ...CONTRACT, SEEDS],
      'answers turn numbers into the shapes and words of the contract, and compute nothing',
    ),
    room(
      'storage',
      [CORE, THREADS, '^src/queue/'],
      'storage holds the SQL of every table and knows rows, not requests; it sends jobs in its own transactions',
    ),
    room(
      'queue',
      [CLOCK, LOG, '^src/storage/(database|errors|postgres|postgresKnex)\\.ts$'],
      'the queue runs jobs on both databases and does not know what they do',
    ),
    room('ingest', [CORE], 'ingest turns files of vendors into clean bars, without a database'),
    room(
      'feeds',
      [CORE, TABLES, CLOCK, SEEDS, OUTGOING],
      'feeds fetch texts of prices from providers; jobs parse and store them',
    ),
    room(
      'engine',
      [CORE, '^src/answers/', ...CONTRACT, TABLES, ERRORS, PROJECT, CLOCK, LOG, DEADLINE, THREADS],
      'the engine holds prices and threads, and knows no requests',
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
        '^src/(engine|ingest|answers|alerts)/',
        ACCESS,
        '^src/(operation|fileAnswer|rowText)\\.ts$',
      ],
      'services load and compute, and return bodies of the contract; they see no request and no response',
    ),
    {
      name: 'access-is-asked-in-types',
      comment: 'services know the caller and the plans; what authenticates and counts is passed to them',
      severity: 'error',
      from: { path: '^src/services/' },
      to: {
        path: '^src/access/',
        pathNot: '^src/access/(caller|tiers)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    room(
      'handlers',
      ['^src/(services|answers)/', ...CONTRACT],
      'handlers name the function of each operation; what it takes and computes belongs to a service',
    ),
    {
      name: 'no-handler-imports-another',
      comment: 'move what two handlers share to a service',
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
        '^src/(rowText|storage/open)\\.ts$',
      ],
      'jobs run on a schedule or by a command, without a request',
    ),
    room(
      'alerts',
      [CORE, TABLES, QUEUE, CLOCK, LOG, OUTGOING, ...CONTRACT, '^src/answers/'],
      'alerts create and deliver events, and know no requests',
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
      'http knows the contract, and nothing that computes answers',
    ),
    room(
      'openapi',
      [ERRORS, DATES, PROJECT, '^src/access/caller\\.ts$', '^src/http/(inject|locals)\\.ts$', ...CONTRACT],
      'openapi reads the contract, validates requests and answers, and words the refusals',
    ),
    room(
      'mcp',
      [
        ...[...CONTRACT, ERRORS, LOG, PROJECT],
        OUTGOING,
        ...['^src/http/(inject|locals|rateLimit)\\.ts$', '^src/openapi/refusals\\.ts$', '^src/access/limits\\.ts$'],
      ],
      'mcp turns each tool call into a request to /v1 and may use nothing behind it',
    ),
    room('web', ['^generated/'], 'the pages run in a browser, as a client of /v1 like any other'),
    {
      name: 'nobody-imports-the-pages',
      severity: 'error',
      from: { path: '^(src|scripts)/', pathNot: '^src/web/' },
      to: { path: '^src/web/' },
    },
    {
      name: 'nobody-imports-the-process',
      comment: 'only main may import app and compose, and only compose the handlers',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|compose)\\.ts$' },
      to: { path: '^src/((app|main|compose)\\.ts$|handlers/handlers)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-compose-picks-a-database',
      comment: 'only compose opens a database and passes stores on; threads and processes of jobs open their own',
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
      comment: 'an installation with `npm ci --omit=dev` does not have this package',
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

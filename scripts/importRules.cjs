/** Who may import whom (README, "Layout"). Run by `npm run imports`; a broken rule fails CI. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { path: '^(src|generated)/', pathNot: allowed },
});

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
    only(
      'core-is-pure',
      '^src/core/',
      '^src/core/',
      'core never sees a clock, a database, a request or generated types',
    ),
    {
      name: 'core-uses-no-packages',
      comment: 'formulas depend on nothing that can change beneath them',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: 'node_modules', dependencyTypesNot: ['type-only'] },
    },
    only('data-knows-rows', '^src/data/', '^src/(data|core)/', 'SQL lives here and only here'),
    only('ingest-makes-bars', '^src/ingest/', '^src/(ingest|core)/', 'vendor formats in, clean bars out; no database'),
    only('engine-computes', '^src/engine/', '^src/(engine|core|data|clock)', 'the engine knows prices, not requests'),
    only(
      'flows-load-and-compute',
      '^src/flows/',
      '^src/(flows|engine|data|core|clock|errors)',
      'load + compute shared by two entries',
    ),
    only(
      'handlers-answer',
      '^src/handlers/(?!handlers\\.ts)',
      '^(generated/|src/(flows|engine|data|core|clock|errors|access|operation)|src/handlers/shared/)',
      'a handler reads input, loads, computes, returns; none imports another',
    ),
    only(
      'jobs-work-by-date',
      '^src/jobs/',
      '^src/(jobs|flows|engine|data|core|ingest|clock)',
      'jobs run without a request',
    ),
    only('access-decides', '^src/access/', '^src/(access|data|core|clock|errors)', 'keys, tiers, limits, caller'),
    only(
      'mcp-is-a-door',
      '^src/mcp/',
      '^(generated/|src/(mcp|operation|errors)|src/http/state)',
      'a tool call is a request to /v1: the agent interface reaches nothing behind it',
    ),
    {
      name: 'nobody-imports-the-process',
      comment: 'app and main are the top of the tree',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|compose)\\.ts$' },
      to: { path: '^src/(app|main|compose)\\.ts$' },
    },
    {
      name: 'generated-stays-at-the-edge',
      comment: 'only the operation table, handlers and the HTTP shell know the contract’s types',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(operation\\.ts|app\\.ts|http/|handlers/|mcp/)' },
      to: { path: '^generated/' },
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

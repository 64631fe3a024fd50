import { ConfigError, readConfig } from '../../../src/config';

test('by default there is no sign-in, and the audience of tokens is /mcp', () => {
  expect(readConfig({ PUBLIC_URL: 'https://seasons.example/' })).toMatchObject({
    oauthIssuer: null,
    oauthAudience: 'https://seasons.example/mcp',
    oauthAutoCreate: false,
    mcpAllowedHosts: [],
  });
});

test.each([
  // A slash at the end is part of some issuers' names.
  ['OAUTH_ISSUER', 'https://id.example/tenant/', 'oauthIssuer', 'https://id.example/tenant/'],
  ['OAUTH_ISSUER', 'http://127.0.0.1:9000', 'oauthIssuer', 'http://127.0.0.1:9000'],
  ['OAUTH_ISSUER', 'http://[::1]:9000', 'oauthIssuer', 'http://[::1]:9000'],
  ['OAUTH_AUDIENCE', 'api://perennial', 'oauthAudience', 'api://perennial'],
  ['OAUTH_AUTO_CREATE', 'ON', 'oauthAutoCreate', true],
  [
    'MCP_ALLOWED_HOSTS',
    'perennial, inner.example,[fd00::1]',
    'mcpAllowedHosts',
    ['perennial', 'inner.example', '[fd00::1]'],
  ],
] as const)('%s=%s', (name, value, setting, want) => {
  expect(readConfig({ [name]: value })[setting]).toEqual(want);
});

test.each([
  ['OAUTH_ISSUER', 'http://id.example'],
  ['OAUTH_ISSUER', 'id.example'],
  ['OAUTH_ISSUER', 'https://id.example/?tenant=1'],
  ['OAUTH_AUTO_CREATE', 'maybe'],
  ['MCP_ALLOWED_HOSTS', 'inner.example:8080'],
  ['MCP_ALLOWED_HOSTS', '*'],
  ['MCP_ALLOWED_HOSTS', 'https://inner.example'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`${name} must be .+ got '${value.replace(/[*?.]/g, '\\$&')}'`),
  );
});

describe('the OAuth client of the pages', () => {
  const issuer = { OAUTH_ISSUER: 'https://id.example/tenant/' };

  test.each<[string, Record<string, string>, unknown]>([
    ['none', { ...issuer }, null],
    ['public', { ...issuer, OAUTH_CLIENT_ID: 'p' }, { id: 'p', secret: null, name: 'id.example' }],
    [
      'with a secret and a name',
      { ...issuer, OAUTH_CLIENT_ID: 'p', OAUTH_CLIENT_SECRET: 's', OAUTH_NAME: 'Ours' },
      { id: 'p', secret: 's', name: 'Ours' },
    ],
  ])('%s', (_what, env, want) => {
    expect(readConfig(env).oauthClient).toEqual(want);
  });

  test.each<[string, Record<string, string>, string]>([
    ['without an issuer', { OAUTH_CLIENT_ID: 'p' }, 'OAUTH_ISSUER must be set where OAUTH_CLIENT_ID is'],
    [
      'a secret without a client id',
      { ...issuer, OAUTH_CLIENT_SECRET: 's3cret' },
      'OAUTH_CLIENT_ID must be set where OAUTH_CLIENT_SECRET is',
    ],
    ['a name without a client id', { OAUTH_NAME: 'Ours' }, 'OAUTH_CLIENT_ID must be set where OAUTH_NAME is'],
    [
      'too long a name',
      { ...issuer, OAUTH_CLIENT_ID: 'p', OAUTH_NAME: 'x'.repeat(61) },
      'OAUTH_NAME must be at most 60',
    ],
    ['an invalid client id', { ...issuer, OAUTH_CLIENT_ID: 'p\u00e9' }, 'OAUTH_CLIENT_ID must be'],
  ])('%s is refused, and no secret is repeated', (_what, env, said) => {
    expect(() => readConfig(env)).toThrow(said);
    expect(() => readConfig(env)).not.toThrow(/s3cret/);
  });
});

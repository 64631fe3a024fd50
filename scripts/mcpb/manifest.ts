import { description, keywords, license, version } from '../../package.json';
import { TOOLS } from '../../src/mcp/tools';

/** The settings of the user. The client shows both fields before it starts the server, and keeps the key in the keychain. */
const USER_CONFIG = {
  url: {
    type: 'string',
    title: 'Address of the service',
    description: 'Where Perennial runs, for example http://localhost:8080 or https://perennial.example.com.',
    required: true,
  },
  api_key: {
    type: 'string',
    title: 'API key',
    description: 'A key of your account there. prn_demo is the public demo token: five tickers, few requests.',
    required: true,
    sensitive: true,
  },
};

/** manifest.json of the bundle, by version 0.3 of the format: https://github.com/modelcontextprotocol/mcpb. */
export function bundleManifest() {
  return {
    manifest_version: '0.3',
    name: 'perennial',
    display_name: 'Perennial',
    version,
    description: 'Seasonal patterns with the years behind them, from a Perennial service of your choice.',
    long_description: `${description}\n\nThe bundle contains no service and no prices: it passes questions on to the service at the address that you give, with your key, and to nothing else.`,
    author: { name: 'The Perennial authors' },
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: 'server/index.js',
      mcp_config: {
        command: 'node',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills these in
        args: ['${__dirname}/server/index.js'],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills these in
        env: { PERENNIAL_URL: '${user_config.url}', PERENNIAL_API_KEY: '${user_config.api_key}' },
      },
    },
    tools: TOOLS.map(({ name, title }) => ({ name, description: title })),
    prompts_generated: true,
    keywords,
    license,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.18.1' } },
    user_config: USER_CONFIG,
  };
}

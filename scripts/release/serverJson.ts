import { InvalidArgumentError } from 'commander';
import { version } from '../../package.json';

/** The published version of the format: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json */
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

const KEY = { description: 'A key of your account there; prn_demo is the public demo token', isSecret: true };

const ADDRESS = /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)$/;

/** The value of --repository. @throws InvalidArgumentError for an address that the registry does not take */
export function readRepository(url: string): string {
  if (ADDRESS.test(url) && !url.endsWith('.git')) return url;
  throw new InvalidArgumentError('It must be https://github.com/OWNER/NAME, without .git.');
}

/**
 * server.json, by which the MCP registry lists this version: the bundle of the release, and any service that is reached at a
 * host of its own. The registry takes bundles from releases on GitHub and GitLab alone.
 *
 * @param repository as `readRepository` returns it
 * @param sha256 of perennial.mcpb
 */
export function serverJson(repository: string, sha256: string) {
  const [, owner, name] = ADDRESS.exec(repository) ?? [];
  return {
    $schema: SCHEMA,
    name: `io.github.${owner}/${name}`,
    title: 'Perennial',
    description: 'Seasonal patterns with the years behind them, from a Perennial service of your choice',
    version,
    repository: { url: repository, source: 'github' },
    packages: [
      {
        registryType: 'mcpb',
        identifier: `${repository}/releases/download/v${version}/perennial.mcpb`,
        version,
        fileSha256: sha256,
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'PERENNIAL_URL', description: 'Address of the service: http://localhost:8080', isRequired: true },
          { name: 'PERENNIAL_API_KEY', ...KEY, isRequired: true },
        ],
      },
    ],
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{host}/mcp',
        variables: { host: { description: 'Host of the service: perennial.example.com', isRequired: true } },
        headers: [
          {
            name: 'Authorization',
            value: 'Bearer {key}',
            variables: { key: { ...KEY, isRequired: true } },
            isSecret: true,
          },
        ],
      },
    ],
  };
}

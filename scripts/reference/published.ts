import { stringify } from 'yaml';
import { contractOf, GENERATED_URL, type JsonObject } from '../../src/openapi/document';
import { type CodeSample, codeSamples } from './codeSamples';
import { checkDeprecation } from './deprecation';

/** The address in generated documents: that of a server started without settings. */
export const BASE_URL = `${GENERATED_URL}/v1`;

/** The contract as a server serves it. */
export interface PublishedContract {
  readonly yaml: string;
  /** The same document as an object. */
  readonly document: JsonObject;
}

/**
 * The contract with the address of a server, which generated clients use, and with code samples instead of `x-sample`.
 */
export function publishContract(document: JsonObject): PublishedContract {
  const samples = new Map<string, readonly CodeSample[]>(
    contractOf(document).operations.map((operation) => {
      const node = document.paths[operation.path][operation.method];
      checkDeprecation(node);
      return [operation.id, codeSamples(operation, node['x-sample'], BASE_URL)];
    }),
  );
  const published = publishedDocument(document, samples);
  // YAML 1.1 readers do not read an unquoted date or `no` as text.
  const yaml = stringify(published, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 0 });
  return { yaml, document: published };
}

function publishedDocument(document: JsonObject, samples: ReadonlyMap<string, readonly CodeSample[]>): JsonObject {
  const paths = Object.entries(document.paths as JsonObject).map(([path, item]) => {
    const operations = Object.entries(item as JsonObject).map(([method, { 'x-sample': _, ...operation }]) => [
      method,
      { ...operation, 'x-codeSamples': samples.get(operation.operationId) },
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const [server, ...others] = document.servers;
  return { ...document, servers: [{ ...server, url: BASE_URL }, ...others], paths: Object.fromEntries(paths) };
}

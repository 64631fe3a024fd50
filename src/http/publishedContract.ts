import { type CodeSample, codeSamples } from './codeSamples';
import type { Contract, JsonObject } from './contract';

/** Where the samples of the generated reference send their requests: a server started without settings. */
export const DEFAULT_BASE_URL = 'http://localhost:8080/v1';

/** The contract as a server serves it. */
export interface PublishedContract {
  readonly yaml: string;
  /** The same document. */
  readonly json: string;
}

/**
 * The contract with the address of its server, so that a client made from it finds the way back, and with code samples in
 * the place of `x-sample`.
 *
 * @param baseUrl where the paths begin
 */
export function publishContract({ text, document, operations }: Contract, baseUrl: string): PublishedContract {
  const samples = new Map<string, readonly CodeSample[]>(
    operations.map((operation) => [operation.id, codeSamples(operation, baseUrl)]),
  );
  // JSON is YAML: what stands beside it stays as it is written.
  const yaml = text
    .replace(/^( +- url: )\/v1$/m, (_, lead: string) => lead + JSON.stringify(baseUrl))
    .replace(
      /^( +operationId: )(\w+)\n( +)x-sample: .*$/gm,
      (_, lead: string, id: string, indent: string) =>
        `${lead}${id}\n${indent}x-codeSamples: ${JSON.stringify(samples.get(id))}`,
    );
  return { yaml, json: JSON.stringify(publishedDocument(document, baseUrl, samples)) };
}

function publishedDocument(
  document: JsonObject,
  baseUrl: string,
  samples: ReadonlyMap<string, readonly CodeSample[]>,
): JsonObject {
  const paths = Object.entries(document.paths as JsonObject).map(([path, item]) => {
    const operations = Object.entries(item as JsonObject).map(([method, { 'x-sample': _, ...operation }]) => [
      method,
      { ...operation, 'x-codeSamples': samples.get(operation.operationId) },
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const [server, ...others] = document.servers;
  return { ...document, servers: [{ ...server, url: baseUrl }, ...others], paths: Object.fromEntries(paths) };
}

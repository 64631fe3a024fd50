import { stringify } from 'yaml';
import { DAY_MS } from '../../src/core/calendar/dates';
import { contractOf, GENERATED_URL, type JsonObject } from '../../src/openapi/document';
import { type CodeSample, codeSamples } from './codeSamples';

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

/** The upgrading guide, "What changes, and what does not". */
const NOTICE_DAYS = 180;

/**
 * Checks that a deprecated operation has `deprecated: true`, `x-deprecated-since` and `x-sunset`.
 *
 * @throws RangeError when one of the three is missing, or the dates are less than the notice period apart
 */
export function checkDeprecation(operation: Readonly<Record<string, unknown>>): void {
  const { operationId, deprecated, 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
  if (deprecated !== true && since === undefined && sunset === undefined) return;
  if (deprecated !== true || !isDate(since) || !isDate(sunset)) {
    throw new RangeError(`${operationId}: deprecated: true, x-deprecated-since and x-sunset (dates) go together`);
  }
  if ((Date.parse(sunset) - Date.parse(since)) / DAY_MS < NOTICE_DAYS) {
    throw new RangeError(`${operationId}: ends ${sunset}, sooner than ${NOTICE_DAYS} days after ${since}`);
  }
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

import { type ContractOperation, loadContract } from '../../src/openapi/document';

/** Everything that the recorder has of src. What moves there is named anew here, and nowhere else. */

export { createHttpServer } from '../../src/http/server';
export type { ContractOperation } from '../../src/openapi/document';

export const operations: readonly ContractOperation[] = loadContract().operations;

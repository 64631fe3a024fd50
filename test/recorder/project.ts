import { type ContractOperation, loadContract } from '../../src/openapi/document';

/** Everything that the recorder imports from src, so that changed paths need an update in this file only. */

export { fromIso } from '../../src/core/calendar/dates';
export { barsThrough } from '../../src/core/window/bars';
export { createHttpServer } from '../../src/http/server';
export type { ContractOperation } from '../../src/openapi/document';

export const operations: readonly ContractOperation[] = loadContract().operations;

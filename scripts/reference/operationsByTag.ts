import type { Contract, ContractOperation, JsonObject } from '../../src/openapi/document';

/** An operation with its place in the document, where descriptions stand. */
export interface Described {
  readonly operation: ContractOperation;
  readonly node: JsonObject;
}

/** Operations of each tag of the contract, in its order. */
export function operationsByTag({ document, operations }: Contract): { tag: JsonObject; described: Described[] }[] {
  const all = operations.map((operation) => ({ operation, node: document.paths[operation.path][operation.method] }));
  return document.tags.map((tag: JsonObject) => ({
    tag,
    described: all.filter(({ node }) => node.tags.includes(tag.name)),
  }));
}

import type { Contract, ContractOperation, JsonObject } from '../../src/openapi/document';

/** An operation and its path and method in the document. */
export interface Described {
  readonly operation: ContractOperation;
  readonly node: JsonObject;
}

/** The operations of each tag, in the order of the contract. */
export function operationsByTag({ document, operations }: Contract): { tag: JsonObject; described: Described[] }[] {
  const all = operations.map((operation) => ({ operation, node: document.paths[operation.path][operation.method] }));
  return document.tags.map((tag: JsonObject) => ({
    tag,
    described: all.filter(({ node }) => node.tags.includes(tag.name)),
  }));
}

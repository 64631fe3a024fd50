import { type Contract, type ContractOperation, GENERATED_URL, type JsonObject } from '../../src/openapi/document';

/**
 * The index for language models by the convention of llmstxt.org: title, summary, rules for all requests, then links.
 * Operations that no API key may call are under "Optional", which readers may skip.
 */
export function llmsText(contract: Contract): string {
  const publicUrl = GENERATED_URL;
  const { info } = contract.document;
  const reference = `${publicUrl}/docs.md`;
  const tags = operationsByTag(contract).map(({ tag, described }) => ({
    tag,
    lines: described.map(({ operation: { id, method, path, access }, node }) => ({
      forKeys: access === 'key',
      text: `- [${method.toUpperCase()} ${path}](${reference}#${id.toLowerCase()}): ${node.summary}`,
    })),
  }));
  const chapters = tags.flatMap(({ tag, lines }) => {
    const links = lines.filter(({ forKeys }) => forKeys).map(({ text }) => text);
    return links.length === 0 ? [] : [`## ${tag.name}`, links.join('\n')];
  });
  const others = tags.flatMap(({ lines }) => lines.filter(({ forKeys }) => !forKeys)).map(({ text }) => text);
  return [
    `# ${info.title}`,
    `> ${info.summary}`,
    info.description.trim(),
    '## Documents',
    [
      `- [Reference](${reference}): every operation, parameter, field and error in one Markdown file; paths begin at ${publicUrl}/v1`,
      `- [OpenAPI](${publicUrl}/openapi.json): the same as OpenAPI 3.1, also as ${publicUrl}/openapi.yaml`,
      `- [Guides](${publicUrl}/guides): one subject each; \`/guides?q=WORDS\` searches guides, reference and methodology`,
      `- [MCP](${publicUrl}/mcp): tools for agents, with the same keys`,
      `- [Widgets](${publicUrl}/widgets.json): for OpenBB Workspace, with an app that arranges them at ${publicUrl}/apps.json`,
    ].join('\n'),
    ...chapters,
    '## Optional',
    [`- [Reference in a browser](${publicUrl}/docs): the same, for people`, ...others].join('\n'),
    '',
  ].join('\n\n');
}

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

import type { Access } from '../src/access/caller';
import { type Contract, type JsonObject, resolveRef, successOf } from '../src/openapi/document';
import { type Described, operationsByTag } from './reference/llmsText';
import { BASE_URL } from './reference/published';
import { oneLine, SchemaMarkdown } from './schemaMarkdown';

const ACCESS: Readonly<Record<Access, string>> = {
  key: 'an API key, or a session of the pages',
  page: 'the pages of this server only, before sign-in',
  session: 'a session of the pages only',
  operator: 'a session of an operator only',
  address: 'nothing but its address, which is a secret',
};

const ERROR_BODY = '#/components/schemas/ErrorBody';

/**
 * The reference as Markdown, for language models: each operation with its parameters, body, answer, errors and a curl
 * request, then events, errors, and every object in answers.
 *
 * @param contract as it is published, with code samples
 */
export function markdownReference(contract: Contract): string {
  const { document } = contract;
  const schemas = new SchemaMarkdown(document);
  const chapters = operationsByTag(contract).flatMap(({ tag, described }) => [
    `## ${tag.name}`,
    tag.description,
    ...described.map((one) => operationText(document, schemas, one)),
  ]);
  const events = Object.values((document.webhooks ?? {}) as JsonObject).map(({ post }) => eventText(schemas, post));
  return [
    `# ${document.info.title}, version ${document.info.version}`,
    `> ${document.info.summary}`,
    `Paths begin at \`${BASE_URL}\`. Names of objects are explained under "Objects", errors under "Errors".`,
    document.info.description.trim(),
    ...chapters,
    '## Events',
    'What is sent to the endpoints of an account, as a POST with this body.',
    ...events,
    '## Errors',
    `Every 4xx and 5xx answer is ${schemas.type({ $ref: ERROR_BODY })}. Codes: ${schemas.type(document.components.schemas.ErrorDetail.properties.code)}.`,
    ...errorTexts(document),
    '## Objects',
    ...schemas.objects(),
    '',
  ].join('\n\n');
}

function operationText(document: JsonObject, schemas: SchemaMarkdown, described: Described): string {
  const { operation, node } = described;
  const { id, method, path, access, deprecation } = operation;
  const [curl] = node['x-codeSamples'];
  return [
    `### ${id}`,
    `**${node.summary}.** \`${method.toUpperCase()} ${path}\`, with ${ACCESS[access]}.`,
    ...(deprecation ? [`Deprecated since ${deprecation.since}, ends on ${deprecation.sunset}.`] : []),
    ...(node.description === undefined ? [] : [node.description.trim()]),
    ...listed('Parameters', parameterLines(document, schemas, node.parameters ?? [])),
    ...bodyTexts(schemas, node.requestBody),
    ...answerTexts(schemas, operation.creates ? 201 : 200, successOf(node.responses)),
    `Errors: ${errorsOf(document, node.responses).join('; ')}.`,
    fenced('sh', curl.source),
  ].join('\n\n');
}

function parameterLines(document: JsonObject, schemas: SchemaMarkdown, nodes: readonly JsonObject[]): string[] {
  return nodes.map((node) => {
    const parameter = resolveRef(document, node);
    const { name, in: place, required, schema, example, examples } = parameter;
    const shown = example ?? Object.values((examples ?? {}) as JsonObject)[0]?.value;
    const meaning = schemas.meaning({ ...schema, ...parameter });
    const text = `- \`${name}\` (${place}${required ? ', required' : ''}; ${schemas.type(schema)})${meaning}`;
    return shown === undefined ? text : `${text}${meaning === '' ? '.' : ''} Example: \`${shown}\`.`;
  });
}

function bodyTexts(schemas: SchemaMarkdown, body: JsonObject | undefined): string[] {
  if (body === undefined) return [];
  const { schema } = body.content['application/json'];
  return [withFields(`Body (JSON, ${schemas.type(schema)})`, schemas.fields(schema))];
}

function answerTexts(schemas: SchemaMarkdown, status: number, answer: JsonObject): string[] {
  return Object.entries(answer.content as JsonObject).map(([type, { schema }]) => {
    const title = `Answer ${status} (\`${type}\`, ${schemas.type(schema)})`;
    // A table's columns are those of its rows.
    return type === 'text/csv' ? `${title}${schemas.meaning(schema)}` : withFields(title, schemas.fields(schema));
  });
}

/** Schemas with variants and arrays have no fields of their own. */
function withFields(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? `${title}.` : `${title}:\n\n${lines.join('\n')}`;
}

function listed(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [withFields(title, lines)];
}

function eventText(schemas: SchemaMarkdown, post: JsonObject): string {
  const { schema } = post.requestBody.content['application/json'];
  return [
    `### ${post.operationId}`,
    `**${post.summary}.** ${oneLine(post.description ?? '')}`.trim(),
    withFields(`Body (${schemas.type(schema)})`, schemas.fields(schema)),
  ].join('\n\n');
}

/** Each error status with its codes. */
function errorsOf(document: JsonObject, responses: JsonObject): string[] {
  const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  return refusals.map(([status, node]) => {
    const codes = new Set(errorExamples(resolveRef(document, node)).map(({ code }) => `\`${code}\``));
    return [status, ...codes].join(' ');
  });
}

function errorTexts(document: JsonObject): string[] {
  return Object.values(document.components.responses as JsonObject).flatMap((response) => {
    const shown = errorExamples(response).map(({ code, message }) => `- \`${code}\`: ${message}`);
    return listed(response.description.trim().replace(/\.$/, ''), shown);
  });
}

function errorExamples({ content }: JsonObject): { code: string; message: string }[] {
  const examples = Object.values((content?.['application/json']?.examples ?? {}) as JsonObject);
  return examples.flatMap(({ value }) => (value.error === undefined ? [] : [value.error]));
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

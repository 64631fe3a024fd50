import type { JsonObject } from '../../src/openapi/document';
import { docstring, isPythonName, merged, pythonText, pythonType, wrapped } from './pythonTypes';

const WIDTH = 110;

const HEAD = `# Generated from openapi.yaml by \`npm run generate\`. Do not edit.
"""What is sent and answered, as dictionaries with typed keys.

A newer server may answer with keys that are not listed here: they are no error.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;

interface Model {
  readonly name: string;
  readonly schema: JsonObject;
}

/** models.py: a TypedDict for each object of the contract, and an alias for every other schema. */
export function pythonModels(document: JsonObject): string {
  const schemas = Object.entries((document.components?.schemas ?? {}) as JsonObject);
  const models = schemas.map(([name, schema]) => ({ name, schema: merged(document, schema as JsonObject) }));
  const objects = models.filter(({ schema }) => isObject(schema));
  const aliases = models.filter(({ schema }) => !isObject(schema));
  const names = models.map(({ name }) => `    ${pythonText(name)},\n`).join('');
  const all = `__all__ = [\n${names}    "WebhookEvent",\n]\n`;
  return [HEAD, all, ...objects.map(dictionary), '', ...aliasesOf(aliases), eventAlias(document)].join('\n');
}

/** The type of webhook events; any object if the contract has none. */
function eventAlias({ webhooks = {} }: JsonObject): string {
  const events = Object.values(webhooks as JsonObject).map(({ post }) => {
    return pythonType(post.requestBody.content['application/json'].schema, plain);
  });
  const type = events.length === 0 ? 'Dict[str, Any]' : `Union[${events.join(', ')}]`;
  return `#: An event that a webhook sends.\nWebhookEvent = ${type}\n`;
}

function isObject({ type, properties }: JsonObject): boolean {
  return type === 'object' && properties !== undefined;
}

const quoted = (name: string) => pythonText(name);
const plain = (name: string) => name;

function comment(text: string | undefined, indent: string): string {
  return wrapped(text ?? '', WIDTH - indent.length - 3)
    .map((line) => `${indent}#: ${line}\n`)
    .join('');
}

/** Aliases in an order in which each is defined before it is used, so that any module can evaluate the hints. */
function aliasesOf(models: readonly Model[]): string[] {
  const later = new Map(models.map((model) => [model.name, model]));
  const texts: string[] = [];
  const define = ({ name, schema }: Model): void => {
    later.delete(name);
    const type = pythonType(schema, (named) => {
      const unknown = later.get(named);
      if (unknown !== undefined) define(unknown);
      return named;
    });
    texts.push(`${comment(schema.description, '')}${name} = ${type}\n`);
  };
  for (const model of models) if (later.has(model.name)) define(model);
  return texts;
}

/**
 * Python 3.9 cannot mark a single key as optional: the optional keys are in a class of their own, which extends the class of
 * the required ones.
 */
function dictionary({ name, schema }: Model): string {
  const required = new Set<string>(schema.required ?? []);
  const fields = Object.entries(schema.properties as JsonObject);
  const always = fields.filter(([field]) => required.has(field));
  const maybe = fields.filter(([field]) => !required.has(field));
  const text = wrapped(schema.description ?? '', WIDTH - 4);
  if (maybe.length === 0) return typed({ name, base: 'TypedDict', fields: always, text, total: true });
  if (always.length === 0) return typed({ name, base: 'TypedDict', fields: maybe, text, total: false });
  const base = `_${name}Always`;
  const held = typed({ name: base, base: 'TypedDict', fields: always, text: [], total: true });
  return `${held}\n${typed({ name, base, fields: maybe, text, total: false })}`;
}

interface Dictionary {
  readonly name: string;
  readonly base: string;
  readonly fields: readonly (readonly [string, JsonObject])[];
  readonly text: readonly string[];
  readonly total: boolean;
}

function typed({ name, base, fields, text, total }: Dictionary): string {
  const odd = fields.filter(([field]) => !isPythonName(field));
  // `from` is no valid name of a class field; in a dictionary of hints it is.
  const oddBase = odd.length === 0 ? null : `_${name}Odd`;
  const plainFields = fields.filter(([field]) => isPythonName(field));
  const bases = [base === 'TypedDict' && oddBase !== null ? null : base, oddBase].filter((one) => one !== null);
  const lines = plainFields.map(
    ([field, schema]) => `${comment(schema.description, '    ')}    ${field}: ${pythonType(schema, plain)}\n`,
  );
  const body = [text.length > 0 ? docstring(text, '    ') : '', ...lines].filter((part) => part !== '');
  const head = `class ${name}(${bases.join(', ')}${total ? '' : ', total=False'}):\n`;
  const definition = head + (body.length > 0 ? body.join('') : '    pass\n');
  if (oddBase === null) return `\n${definition}`;
  const hints = odd.map(([field, schema]) => {
    return `${comment(schema.description, '        ')}        ${pythonText(field)}: ${pythonType(schema, quoted)},\n`;
  });
  const options = total ? '' : '    total=False,\n';
  return `\n${oddBase} = TypedDict(\n    ${pythonText(oddBase)},\n    {\n${hints.join('')}    },\n${options})\n\n${definition}`;
}

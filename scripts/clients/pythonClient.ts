import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, resolveRef } from '../../src/openapi/document';
import { pythonModels } from './pythonModels';
import { docstring, pythonName, pythonText, pythonType, wrapped } from './pythonTypes';
import type { ClientOperation, ClientPages, ClientParameter, ClientSurface } from './surface';

const SOURCES = join(__dirname, 'python');
const BANNER = '# Generated from openapi.yaml by `npm run generate`. Do not edit.\n';
const PACKAGE = 'perennial_client';
const WIDTH = 100;
/** Names that every method uses itself. */
const OWN = new Set(['self', 'body', 'accept', 'answer', 'deadline', 'on_headers']);

/** The files of the Python client, by their paths in its folder. */
export function buildPythonClient({ version, document, operations }: ClientSurface): Record<string, string> {
  const source = (name: string) => BANNER + readFileSync(join(SOURCES, name), 'utf8');
  return {
    'pyproject.toml': project(version),
    [`${PACKAGE}/py.typed`]: '',
    [`${PACKAGE}/__init__.py`]: `${source('__init__.py').trimEnd()}\n\n__version__ = ${pythonText(version)}\n`,
    [`${PACKAGE}/_transport.py`]: source('_transport.py').replace('"0.0.0"', pythonText(version)),
    [`${PACKAGE}/_dates.py`]: dateFields(document),
    [`${PACKAGE}/errors.py`]: source('errors.py'),
    [`${PACKAGE}/frames.py`]: source('frames.py'),
    [`${PACKAGE}/webhooks.py`]: source('webhooks.py'),
    [`${PACKAGE}/models.py`]: pythonModels(document),
    [`${PACKAGE}/client.py`]: clientModule(operations),
  };
}

function project(version: string): string {
  return `${BANNER}[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "perennial-client"
version = ${pythonText(version)}
description = "Client of the Seasonal Pattern Screening API, typed by its contract."
readme = "README.md"
license = { text = "MIT" }
requires-python = ">=3.9"

[project.optional-dependencies]
pandas = ["pandas>=1.5"]

[tool.setuptools]
packages = [${pythonText(PACKAGE)}]

[tool.setuptools.package-data]
${PACKAGE} = ["py.typed"]
`;
}

/** Names of fields that hold dates or instants, wherever they are in answers. */
function dateFields(document: JsonObject): string {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties } = node as JsonObject;
    for (const [name, schema] of Object.entries((properties ?? {}) as JsonObject)) {
      const { format, type } = resolveRef(document, schema);
      if ([type].flat().includes('string') && /^date(-time)?$/.test(format)) names.add(name);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(document.components);
  const lines = [...names].sort().map((name) => `        ${pythonText(name)},\n`);
  return `${BANNER}"""Which fields of answers are dates or instants."""\n\nDATE_FIELDS = frozenset(\n    [\n${lines.join('')}    ]\n)\n`;
}

function clientModule(operations: readonly ClientOperation[]): string {
  const names = new Set<string>();
  const refer = (name: string) => {
    names.add(name);
    return name;
  };
  const methods = operations
    .flatMap((operation) => [
      method(operation, refer),
      ...(operation.pages === null ? [] : [iterator(operation, operation.pages, refer)]),
    ])
    .join('\n');
  const imported = [...names].sort().map((name) => `    ${name},\n`);
  return `${BANNER}"""One method an operation of the contract that takes a key."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union, overload

from ._transport import OnHeaders, Transport
from .models import (
${imported.join('')})


class Perennial:
${docstring(['A client for one server and one key; threads may share it.', ...TRANSPORT_NOTE], '    ')}
    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        retries: int = 3,
        timeout: float = 30.0,
        deadline: float = 90.0,
    ) -> None:
${docstring(SETTINGS_NOTE, '        ')}        self._transport = Transport(base_url, api_key, retries=retries, timeout=timeout, deadline=deadline)

${methods}`;
}

const TRANSPORT_NOTE = [
  '',
  'Calls raise PerennialError. Operations that are safe to repeat are retried after a 429, 502, 503 or 504 and after',
  'connection errors, as far as `Retry-After` and the deadline allow. A successful answer is never retried.',
];

const SETTINGS_NOTE = [
  'Args:',
  '    base_url: the base URL of the API: "https://example.com/v1". By default the environment variable PERENNIAL_URL,',
  '        the URL of the service with or without /v1.',
  '    api_key: the API key of an account, or the demo token. By default PERENNIAL_API_KEY.',
  '    retries: the maximum number of retries of a call.',
  '    timeout: time limit of one attempt, seconds.',
  '    deadline: time limit of a call with all attempts and pauses, seconds.',
  '',
  'Raises:',
  '    ValueError: a setting is missing or wrong.',
];

type Refer = (name: string) => string;

function method(operation: ClientOperation, refer: Refer): string {
  const media = [...operation.answers.keys()];
  const groups = new Map<string, string[]>();
  for (const one of media) {
    const type = answerType(operation, one, refer);
    groups.set(type, [...(groups.get(type) ?? []), one]);
  }
  const [first = 'None'] = groups.keys();
  if (media.length < 2) return definition(operation, refer, { result: first, accept: null });
  const overloads = [...groups].map(([result, those], i) => {
    const accept = `accept: Literal[${those.map(pythonText).join(', ')}]${i === 0 ? ' = ...' : ''}`;
    return `    @overload\n${signature(operation, refer, { result, accept })} ...\n`;
  });
  const all = `accept: Literal[${media.map(pythonText).join(', ')}] = ${pythonText(media[0])}`;
  const result = `Union[${[...groups.keys()].join(', ')}]`;
  return `${overloads.join('\n')}\n${definition(operation, refer, { result, accept: all })}`;
}

function answerType({ answers, mayBeEmpty }: ClientOperation, media: string, refer: Refer): string {
  const types = [...new Set((answers.get(media) ?? []).map((schema) => decoded(media, schema, refer)))];
  const joined = types.length === 1 ? types[0] : `Union[${types.join(', ')}]`;
  return mayBeEmpty ? `Optional[${joined}]` : joined;
}

function decoded(media: string, schema: JsonObject, refer: Refer): string {
  if (/^application\/json\b/.test(media)) return pythonType(schema, refer);
  return /^text\/|ndjson$/.test(media) ? 'str' : 'bytes';
}

interface Form {
  readonly result: string;
  /** The parameter that selects the media type; null if there is only one. */
  readonly accept: string | null;
}

const namesOf = ({ name }: ClientParameter) => pythonName(name, OWN);

function signature({ id, parameters, body }: ClientOperation, refer: Refer, { result, accept }: Form): string {
  const typed = (one: ClientParameter) => pythonType(one.schema, refer);
  const places = parameters.filter((one) => one.in === 'path');
  const named = parameters.filter((one) => one.in !== 'path');
  const required = named.filter(({ required }) => required).map((one) => `${namesOf(one)}: ${typed(one)}`);
  const optional = named.filter(({ required }) => !required);
  const bodyType = body === null ? null : pythonType(body.schema, refer);
  const lines = [
    'self',
    ...places.map((one) => `${namesOf(one)}: ${typed(one)}`),
    '*',
    ...(body?.required ? [`body: ${bodyType}`] : []),
    ...required,
    ...(body !== null && !body.required ? [`body: Optional[${bodyType}] = None`] : []),
    ...optional.map((one) => `${namesOf(one)}: Optional[${typed(one)}] = None`),
    ...(accept === null ? [] : [accept]),
    'deadline: Optional[float] = None',
    'on_headers: Optional[OnHeaders] = None',
  ];
  const text = lines.map((line) => `        ${line},\n`).join('');
  return `    def ${pythonName(id)}(\n${text}    ) -> ${result}:`;
}

function definition(operation: ClientOperation, refer: Refer, form: Form): string {
  const { method: verb, path, parameters, body, repeatable, answers } = operation;
  const dictionary = (place: ClientParameter['in']) => {
    const those = parameters.filter((one) => one.in === place);
    const fields = those.map((one) => `${pythonText(one.name)}: ${namesOf(one)}`);
    return those.length === 0 ? [] : [`${place}={${fields.join(', ')}}`];
  };
  const [first] = answers.keys();
  const lines = [
    pythonText(verb),
    pythonText(path),
    ...(['path', 'query', 'header'] as const).flatMap(dictionary),
    ...(body === null ? [] : ['body=body']),
    ...(form.accept !== null ? ['accept=accept'] : first === undefined ? [] : [`accept=${pythonText(first)}`]),
    `repeatable=${repeatable ? 'True' : 'False'}`,
    'deadline=deadline',
    'on_headers=on_headers',
  ];
  const call = lines.map((line) => `            ${line},\n`).join('');
  const doc = docstring(docOf(operation), '        ');
  return `${signature(operation, refer, form)}\n${doc}        answer: ${form.result} = self._transport.call(\n${call}        )\n        return answer\n`;
}

/** A method that reads a list page by page. */
function iterator(operation: ClientOperation, { subject, rows, row }: ClientPages, refer: Refer): string {
  const name = pythonName(operation.id);
  const named = operation.parameters.filter((one) => one.in !== 'path' && one.name !== 'cursor');
  if (operation.parameters.some((one) => one.in === 'path' || (one.required && one.name !== 'cursor'))) {
    throw new Error(`${operation.id}: a list in pages has optional parameters only`);
  }
  const type = (one: ClientParameter) => `Optional[${pythonType(one.schema, refer)}]`;
  const parameters = named.map((one) => `        ${namesOf(one)}: ${type(one)} = None,\n`).join('');
  const passed = named.map((one) => `${namesOf(one)}=${namesOf(one)}, `).join('');
  const doc = [
    `All ${rows} of \`${name}\`, page after page.`,
    '',
    'Args:',
    '    cursor: where to start; default: the first page.',
    ...argsOf(named),
    '    deadline: time limit of each page with all attempts and pauses, seconds.',
  ];
  return `    def ${pythonName(`iter${subject}`)}(
        self,
        *,
        cursor: Optional[str] = None,
${parameters}        deadline: Optional[float] = None,
    ) -> Iterator[${pythonType(row, refer)}]:
${docstring(doc, '        ')}        while True:
            page = self.${name}(cursor=cursor, ${passed}deadline=deadline)
            yield from page[${pythonText(rows)}]
            cursor = page["next_cursor"]
            if cursor is None:
                return
`;
}

function argsOf(parameters: readonly ClientParameter[]): string[] {
  return parameters
    .filter((one) => one.description !== '')
    .flatMap((one) => {
      const [first, ...rest] = wrapped(`${namesOf(one)}: ${one.description}`, WIDTH - 12);
      return [`    ${first}`, ...rest.map((line) => `        ${line}`)];
    });
}

function docOf({ summary, description, deprecated, parameters, method: verb, path }: ClientOperation): string[] {
  const args = argsOf(parameters);
  return [
    `${summary}: ${verb} ${path}.`,
    ...(deprecated ? ['', 'Deprecated.'] : []),
    ...(description.trim() === '' ? [] : ['', ...description.trim().split('\n')]),
    ...(args.length === 0 ? [] : ['', 'Args:', ...args]),
  ];
}

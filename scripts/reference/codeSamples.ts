import type { Access } from '../../src/access/caller';
import { type ContractOperation, exampleUrl, type ParameterSchema } from '../../src/openapi/document';

/** A sample request in one language. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

interface SampleRequest {
  readonly url: string;
  readonly method: ContractOperation['method'];
  /** Headers of the credentials, with the environment variables that contain their values. */
  readonly headers: readonly SampleHeader[];
  /** Indented JSON with `TODAY` for dates; null for a GET. */
  readonly body: string | null;
  /** Whether the answer may be read as JSON. */
  readonly answersJson: boolean;
}

interface SampleHeader {
  readonly name: string;
  /** The text before the variable; the whole value when there is no variable. */
  readonly text: string;
  readonly variable?: string;
}

const KEY: readonly SampleHeader[] = [{ name: 'Authorization', text: 'Bearer ', variable: 'API_KEY' }];
const PAGE: SampleHeader = { name: 'X-Session', text: '1' };
/** `NAME=TEXT`, as a browser sends it. */
const COOKIE: SampleHeader = { name: 'Cookie', text: '', variable: 'SESSION_COOKIE' };
const HEADERS: Readonly<Record<Access, readonly SampleHeader[]>> = {
  key: KEY,
  page: [PAGE],
  session: [PAGE, COOKIE],
  operator: [PAGE, COOKIE],
  address: [],
};

/** The date in New York on which a sample is run: the date of an example would be refused on most days. */
const TODAY = '{today}';

/**
 * One request of an operation in each language: its required parameters and those of its `x-sample` with the values of
 * their examples, and the first example of its body.
 *
 * @param shown the optional parameters to include: the operation's `x-sample`
 * @param baseUrl base of the paths: `http://localhost:8080/v1`
 * @throws RangeError when `x-sample` names an unknown parameter or a date
 */
export function codeSamples(operation: ContractOperation, shown: readonly string[], baseUrl: string): CodeSample[] {
  const { id, parameters, body } = operation;
  const lastingNames = parameters.filter(({ schema }) => schema.format !== 'date').map(({ name }) => name);
  const unfit = shown.filter((name) => !lastingNames.includes(name));
  if (unfit.length > 0) throw new RangeError(`${id}: a sample cannot show ${unfit.join(', ')}`);
  const example = Object.values(body?.examples ?? {})[0]?.value;
  const request: SampleRequest = {
    url: baseUrl + exampleUrl(operation, shown).slice('/v1'.length),
    method: operation.method,
    headers: HEADERS[operation.access],
    body: body === null ? null : JSON.stringify(lasting(body.schema, example), null, 2),
    answersJson: operation.answersJson,
  };
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ];
}

/** The example without its dates: optional ones are removed, the others become `TODAY`. */
function lasting(schema: ParameterSchema, value: unknown): unknown {
  const form = schema.anyOf?.find(({ type }) => (type === 'array') === Array.isArray(value)) ?? schema;
  if (Array.isArray(value)) return value.map((item) => lasting(form.items ?? {}, item));
  if (form.format === 'date') return TODAY;
  if (typeof value !== 'object' || value === null) return value;
  const { properties = {}, required = [] } = form;
  const fields = Object.entries(value).filter(
    ([name]) => properties[name]?.format !== 'date' || required.includes(name),
  );
  return Object.fromEntries(fields.map(([name, one]) => [name, lasting(properties[name] ?? {}, one)]));
}

function curl({ url, method, headers, body }: SampleRequest): string {
  const sent = headers.map(({ name, text, variable }) => {
    return `-H "${name}: ${text}${variable === undefined ? '' : `$${variable}`}"`;
  });
  if (body !== null) sent.push('-H "Content-Type: application/json"');
  // curl sends POST with a body, and GET without one.
  if (method !== (body === null ? 'get' : 'post')) sent.unshift(`-X ${method.toUpperCase()}`);
  const [first, ...others] = [...sent, `"${url}"`];
  const lines = [`curl ${first}`, ...others];
  if (body !== null) {
    const quoted = `'${body.replaceAll("'", `'\\''`)}'`;
    lines.push(`-d ${quoted.replaceAll(TODAY, `'"$(TZ=America/New_York date +%F)"'`)}`);
  }
  return lines.join(' \\\n  ');
}

function typescript({ url, method, headers, body, answersJson }: SampleRequest): string {
  const fields = headers.map(({ name, text, variable }) => {
    const value = variable === undefined ? `"${text}"` : `\`${text}\${process.env.${variable}}\``;
    return `${/^\w+$/.test(name) ? name : `"${name}"`}: ${value}`;
  });
  if (body !== null) fields.push('"Content-Type": "application/json"');
  const init = [
    ...(method === 'get' ? [] : [`  method: "${method.toUpperCase()}",`]),
    ...(fields.length === 0 ? [] : [`  headers: { ${fields.join(', ')} },`]),
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(body).replaceAll(`"${TODAY}"`, 'today')}),`]),
  ];
  return [
    ...(body?.includes(TODAY)
      ? ['const today = new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });']
      : []),
    `const response = await fetch("${url}", {`,
    ...init,
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${answersJson ? 'json' : 'text'}());`,
  ].join('\n');
}

function python({ url, method, headers, body, answersJson }: SampleRequest): string {
  const dated = body?.includes(TODAY) ?? false;
  const hasVariable = headers.some(({ variable }) => variable !== undefined);
  const fields = headers.map(({ name, text, variable }) => {
    return variable === undefined ? `"${name}": "${text}"` : `"${name}": f"${text}{os.environ['${variable}']}"`;
  });
  return [
    ...(hasVariable ? ['import os'] : []),
    ...(dated ? ['from datetime import datetime', 'from zoneinfo import ZoneInfo'] : []),
    ...(hasVariable || dated ? [''] : []),
    'import requests',
    '',
    ...(dated ? ['today = datetime.now(ZoneInfo("America/New_York")).date().isoformat()'] : []),
    `response = requests.${method}(`,
    `    "${url}",`,
    ...(fields.length === 0 ? [] : [`    headers={${fields.join(', ')}},`]),
    // JSON is valid Python except for true and false.
    ...(body === null ? [] : [`    json=${inPython(indented(body, '    ')).replaceAll(`"${TODAY}"`, 'today')},`]),
    ')',
    'response.raise_for_status()',
    answersJson ? 'print(response.json())' : 'print(response.text)',
  ].join('\n');
}

function inPython(json: string): string {
  return json.replace(/: true\b/g, ': True').replace(/: false\b/g, ': False');
}

/** JSON as an argument, indented like its first line. */
function indented(json: string, by = '  '): string {
  return json.replaceAll('\n', `\n${by}`);
}

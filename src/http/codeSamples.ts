import type { ContractOperation, ParameterSchema } from './contract';
import { exampleUrl } from './probe';

/** A request in a language, as the reference shows it. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

interface SampleRequest {
  readonly url: string;
  /** Indented JSON with `TODAY` for dates; null for a GET. */
  readonly body: string | null;
}

/** The date in New York of the day on which a sample is run: an example's own date would be refused on most days. */
const TODAY = '{today}';

/**
 * One request of an operation in each language: its required parameters and those of its `x-sample` with the values of
 * their examples, and the first example of its body.
 *
 * @param baseUrl where the paths begin: `http://localhost:8080/v1`
 * @throws RangeError where `x-sample` names no parameter, or a date
 */
export function codeSamples(operation: ContractOperation, baseUrl: string): CodeSample[] {
  const { id, parameters, body, sampled } = operation;
  const lastingNames = parameters.filter(({ schema }) => schema.format !== 'date').map(({ name }) => name);
  const unfit = sampled.filter((name) => !lastingNames.includes(name));
  if (unfit.length > 0) throw new RangeError(`${id}: a sample cannot show ${unfit.join(', ')}`);
  const example = Object.values(body?.examples ?? {})[0]?.value;
  const request: SampleRequest = {
    url: baseUrl + exampleUrl(operation, sampled).slice('/v1'.length),
    body: body === null ? null : JSON.stringify(lasting(body.schema, example), null, 2),
  };
  return [
    { lang: 'Shell', label: 'curl', source: curl(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(request) },
    { lang: 'Python', label: 'Python', source: python(request) },
  ];
}

/** The example without what is bound to its day: dates that may be left out are, the others become `TODAY`. */
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

function curl({ url, body }: SampleRequest): string {
  const lines = ['curl -H "Authorization: Bearer $API_KEY"', `"${url}"`];
  if (body !== null) {
    const quoted = `'${body.replaceAll("'", `'\\''`)}'`;
    lines.splice(1, 0, '-H "Content-Type: application/json"');
    lines.push(`-d ${quoted.replaceAll(TODAY, `'"$(TZ=America/New_York date +%F)"'`)}`);
  }
  return lines.join(' \\\n  ');
}

const BEARER = `\`Bearer \${process.env.API_KEY}\``;

function typescript({ url, body }: SampleRequest): string {
  const init =
    body === null
      ? [`  headers: { Authorization: ${BEARER} },`]
      : [
          '  method: "POST",',
          `  headers: { Authorization: ${BEARER}, "Content-Type": "application/json" },`,
          `  body: JSON.stringify(${indented(body).replaceAll(`"${TODAY}"`, 'today')}),`,
        ];
  return [
    ...(body?.includes(TODAY)
      ? ['const today = new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });']
      : []),
    `const response = await fetch("${url}", {`,
    ...init,
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.json());',
  ].join('\n');
}

function python({ url, body }: SampleRequest): string {
  const dated = body?.includes(TODAY) ?? false;
  return [
    'import os',
    ...(dated ? ['from datetime import datetime', 'from zoneinfo import ZoneInfo'] : []),
    '',
    'import requests',
    '',
    ...(dated ? ['today = datetime.now(ZoneInfo("America/New_York")).date().isoformat()'] : []),
    `response = requests.${body === null ? 'get' : 'post'}(`,
    `    "${url}",`,
    `    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},`,
    // JSON of texts and numbers reads as Python.
    ...(body === null ? [] : [`    json=${indented(body, '    ').replaceAll(`"${TODAY}"`, 'today')},`]),
    ')',
    'response.raise_for_status()',
    'print(response.json())',
  ].join('\n');
}

/** JSON as an argument: its further lines as deep as its first. */
function indented(json: string, by = '  '): string {
  return json.replaceAll('\n', `\n${by}`);
}

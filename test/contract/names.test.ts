import type { JsonObject } from '../../src/openapi/document';
import { contract } from '../helpers/shell';

/**
 * Generators of clients put components of every kind, and types they derive from operations, into one namespace, and
 * file names into one folder that may not know upper from lower case. A name that comes twice there, or one that the
 * language has taken, makes code that does not compile, or compiles to something else.
 */
const { document, operations } = contract;
const components = Object.entries(document.components as JsonObject).flatMap(([section, named]) =>
  Object.keys(named).map((name) => ({ section, name })),
);

/** Letters and digits only, as generators write `x_y`, `x-y` and `XY` alike. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Reserved words, and the types and functions that exist without an import. */
const TAKEN: Readonly<Record<string, string>> = {
  TypeScript: `abstract any array arraybuffer as async await bigint blob boolean break buffer case catch class const
    constructor continue crypto date debugger declare default delete do document element else enum error eval event
    export extends false fetch file finally for formdata from function get headers if implements import in infer
    infinity instanceof interface intl is json keyof let location map math module namespace nan never new node null
    number object of omit option package partial performance pick private process promise protected proxy public
    range readonly record reflect regexp request required response return selection set static storage string super
    switch symbol text this throw true try type typeof undefined unique unknown url var void weakmap while window
    with yield`,
  Python: `abs all and any as assert async await bool break breakpoint bytearray bytes callable chr class
    classmethod compile complex continue copyright credits datetime def del delattr dict dir divmod elif else enumerate
    eval except exception exec exit false filter finally float for format from frozenset getattr global globals hash
    help hex id if import in input int is isinstance issubclass iter lambda len license list locals map match max
    memoryview min next none nonlocal not object oct open or ord pass pow print property quit raise range repr return
    reversed round self set setattr slice sorted staticmethod str sum super true try tuple type union unset vars
    while with yield zip`,
  Go: `any append bool break byte cap case chan clear close comparable complex complex128 complex64 const context
    continue copy default defer delete else error fallthrough false float32 float64 for func go goto if imag import
    init int int16 int32 int64 int8 interface iota len main make map max min new nil package panic print println range
    real recover return rune select string struct switch true type uint uint16 uint32 uint64 uint8 uintptr var`,
  Java: `abstract apiclient apiexception assert bigdecimal boolean break byte case catch char character class
    comparable configuration const continue default deprecated do double else email enum exception extends final
    finally float for goto if implements import instanceof int integer interface iterable list localdate long map
    math module native new notnull null number object offsetdatetime optional override package pattern permits private
    process protected public record return runtime sealed set short size static strictfp string super switch
    synchronized system this thread throw throwable throws transient try uri url uuid valid var void volatile while
    yield`,
};

test('no two components have the same name, even in different sections', () => {
  const same = (name: string) => components.filter((other) => plain(other.name) === plain(name));
  expect(components.filter(({ name }) => same(name).length > 1)).toEqual([]);
});

const UPPER_CAMEL = /^([A-Z][a-z]+)+$/;

test('components are named in upper camel case, and operations in lower', () => {
  const misnamed = components.filter(({ section, name }) => section !== 'securitySchemes' && !UPPER_CAMEL.test(name));
  expect(misnamed).toEqual([]);
  expect(operations.map(({ id }) => id).filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
});

test.each(Object.entries(TAKEN))('no component and no operation has a reserved name of %s', (_, words) => {
  const taken = new Set(words.split(/\s+/));
  const names = [...components.map(({ name }) => name), ...operations.map(({ id }) => String(id))];
  expect(names.filter((name) => taken.has(plain(name)))).toEqual([]);
});

test('operation ids differ without regard to case, and no component has a name that generators derive from one', () => {
  const ids = operations.map(({ id }) => plain(id));
  expect(new Set(ids).size).toBe(ids.length);
  const suffixes = [
    '',
    'Params',
    'Parameters',
    'Request',
    'RequestBody',
    'JsonBody',
    'JsonRequestBody',
    'Body',
    'Data',
  ];
  const answers = [
    'Response',
    'Responses',
    'Response200',
    '200Response',
    'Error',
    'Errors',
    'Result',
    'Input',
    'Output',
  ];
  const derived = new Set(ids.flatMap((id) => [...suffixes, ...answers].map((suffix) => id + plain(suffix))));
  expect(components.filter(({ name }) => derived.has(plain(name)))).toEqual([]);
});

test('every object schema has a name, so that generators invent none', () => {
  const nameless: string[] = [];
  walk(document.components.schemas, [], (schema, path) => {
    if (schema.type === 'object' && path.length > 1) nameless.push(path.join('.'));
  });
  expect(nameless).toEqual([]);
});

test('values of an enum have one type, and differ in their letters and digits', () => {
  const faults: string[] = [];
  walk(document, [], ({ enum: values, type }, path) => {
    if (!Array.isArray(values)) return;
    const at = path.join('.');
    const [named] = [type].flat();
    const expected = named === 'integer' ? 'number' : named;
    const texts = values.filter((value) => value !== null).map((value) => plain(String(value)));
    if (values.some((value) => value !== null && typeof value !== expected)) faults.push(`${at}: other types`);
    if (texts.includes('')) faults.push(`${at}: a value without letters`);
    // Constants named after numbers would have to be invented.
    if (named === 'string' && texts.every((text) => /^\d+$/.test(text))) faults.push(`${at}: numbers as texts`);
    if (new Set(texts).size < texts.length) faults.push(`${at}: ${values.join(', ')}`);
  });
  expect(faults).toEqual([]);
});

/** Visits every object below, examples left out. */
function walk(
  node: unknown,
  path: readonly string[],
  visit: (node: JsonObject, path: readonly string[]) => void,
): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as JsonObject, path);
  for (const [key, child] of Object.entries(node)) {
    if (!/^(examples?|enum)$/.test(key)) walk(child, [...path, key], visit);
  }
}

import { bodyPointer, faultsAgainst } from '../helpers/contractAjv';
import { contract } from '../helpers/shell';

/**
 * Removing or renaming any field of any answer must be noticed. These alone may be absent, each by a sentence of the
 * specification; renaming them is noticed like any other.
 */
const MAY_BE_ABSENT = new Set([
  'curve_summary.trend', // SPEC 2.4: "trend and change_pts may be absent"
  'curve_summary.change_pts',
  'receipts.curve_summary', // no curve without a completed cycle
  'significance.q_symbol', // absent on cards recorded before it existed
  'receipts.any_date', // absent on cards recorded before it existed
  'receipts.live_track_record', // SPEC 2.4: only on the daily pick
  'next_step.order_ticket', // SPEC 2.2: neutral cards carry none
  'next_step.set_reminder', // DESIGN 5: absent once the entry session is past
  'markets_note', // SPEC 4.1: only when unknown tokens were given
  'evidence', // of the methodology: only if some was published
  'note', // SPEC 4.9: only when rows were cut
  // Cards, rows and charts that were recorded before these existed have none of them:
  'searched.from',
  'searched.to',
  'significance.q_symbol',
  'card.came_true',
  'opportunities.came_true',
  'receipts.missing_years',
  'receipts.excess',
  'receipts.breakeven_cost_pct',
  'per_year.excess_pct',
  'setup.entry_session',
  'setup.exit_session',
  'card.entry_session',
  'card.exit_session',
  'opportunities.entry_session',
  'opportunities.exit_session',
  'card.analyze_url',
  'opportunities.analyze_url',
  'other_setups.analyze_url',
  'per_year_bars.entry_session',
  'per_year_bars.exit_session',
  'query.markets', // of a saved scan: parameters that were not given and have no default
  'query.direction',
  'query.min_win_rate',
  'markets.feed', // only if a feed updates the prices of the market
]);

type Path = readonly (string | number)[];

const bodies = contract.operations.flatMap(({ id, path, method, examples }) =>
  Object.entries(examples).map(([name, { value }]) => ({ id, pointer: bodyPointer(path, method), name, value })),
);

/** Answers that are not texts. */
const fielded = bodies.filter(({ value }) => typeof value === 'object');

describe.each(fielded)('$id $name', ({ pointer, value }) => {
  const fields = fieldsOf(value);

  test('has fields', () => expect(fields.length).toBeGreaterThan(2));

  test('a removed field is noticed', () => {
    const unnoticed = fields.filter((field) => faultsAgainst(pointer, without(value, field)).length === 0);
    expect(unnoticed.map(tail).filter((name) => !MAY_BE_ABSENT.has(name))).toEqual([]);
  });

  test('a renamed field is noticed', () => {
    const unnoticed = fields.filter(
      (field) => faultsAgainst(pointer, without(value, field, `${field.at(-1)}_`)).length === 0,
    );
    expect(unnoticed).toEqual([]);
  });

  test('an additional field is noticed', () => {
    const objects = [
      ...(isObject(value) ? [[]] : []),
      ...fields.filter((field) => isObject(at(value, field))),
      ...itemsOf(value),
    ];
    const unnoticed = objects.filter((object) => {
      const copy = structuredClone(value);
      (at(copy, object) as Record<string, unknown>).unexpected = 1;
      return faultsAgainst(pointer, copy).length === 0;
    });
    expect(unnoticed).toEqual([]);
  });

  test('a field of another type is noticed', () => {
    const unnoticed = fields.filter((field) => {
      const copy = structuredClone(value);
      const parent = at(copy, field.slice(0, -1)) as Record<string, unknown>;
      parent[field.at(-1)!] = Array.isArray(at(value, field)) ? 'text' : ['text'];
      return faultsAgainst(pointer, copy).length === 0;
    });
    expect(unnoticed).toEqual([]);
  });
});

/** Paths of every member of every object. */
function fieldsOf(node: unknown, here: Path = []): Path[] {
  if (Array.isArray(node)) return node.flatMap((item, i) => fieldsOf(item, [...here, i]));
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([key, child]) => [[...here, key], ...fieldsOf(child, [...here, key])]);
}

/** Paths of every object inside an array. */
function itemsOf(node: unknown, here: Path = []): Path[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) => {
    const there = [...here, Array.isArray(node) ? Number(key) : key];
    return [...(Array.isArray(node) && isObject(child) ? [there] : []), ...itemsOf(child, there)];
  });
}

function without(value: unknown, field: Path, renamed?: string): unknown {
  const copy = structuredClone(value);
  const parent = at(copy, field.slice(0, -1)) as Record<string, unknown>;
  const key = field.at(-1)!;
  if (renamed !== undefined) parent[renamed] = parent[key];
  delete parent[key];
  return copy;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((node, key) => (node as Record<string | number, unknown>)[key], value);
}

function isObject(node: unknown): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/** The last two names of a path: `receipts.curve_summary`; one at the top. */
function tail(path: Path): string {
  return path
    .filter((key) => typeof key === 'string')
    .slice(-2)
    .join('.');
}

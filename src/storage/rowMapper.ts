/** A row of a table. Both dialects return instants as numbers; SQLite returns booleans as 0 and 1. */
export type Row = Readonly<Record<string, unknown>>;

/** How a field is stored: unchanged, as epoch milliseconds, as a boolean, or as JSON. */
type Form<Value> = [Value] extends [string | number | null]
  ? 'plain'
  : [Value] extends [Date | null]
    ? 'instant'
    : [Value] extends [boolean]
      ? 'boolean'
      : 'json';

/** All fields of an entity. The compiler refuses a missing field and a form that does not fit the field's type. */
export type Fields<Entity> = { readonly [Field in keyof Entity]-?: Form<Entity[Field]> };

/**
 * Converts an entity to a row of its table and back. A field is stored in the column of its name in snake case: `createdAt` in
 * `created_at`.
 */
export class RowMapper<Entity extends object> {
  private readonly fields: readonly { readonly field: string; readonly column: string; readonly form: string }[];

  constructor(fields: Fields<Entity>) {
    this.fields = Object.entries<string>(fields).map(([field, form]) => ({
      field,
      column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      form,
    }));
  }

  /**
   * The columns, for a SELECT. Statements list them because a prepared `*` fails once a newer program has added a column.
   *
   * @param table its alias in the statement
   */
  columnsOf(table: string): string {
    return this.fields.map(({ column }) => `${table}.${column}`).join(', ');
  }

  /** The columns of an entity, or of some of its fields. Fields of other names are ignored. */
  readonly toRow = (entity: Partial<Entity>): Record<string, string | number | boolean | null> => {
    const values = entity as Row;
    const given = this.fields.filter(({ field }) => values[field] !== undefined);
    return Object.fromEntries(given.map(({ field, column, form }) => [column, stored(values[field], form)]));
  };

  /** The entity of a row, which may have further columns. */
  readonly toEntity = (row: object): Entity => {
    const values = row as Row;
    const entries = this.fields.map(({ field, column, form }) => [field, restored(values[column], form)]);
    return Object.fromEntries(entries) as Entity;
  };
}

function stored(value: unknown, form: string): string | number | boolean | null {
  if (value === null) return null;
  if (form === 'instant') return (value as Date).getTime();
  return form === 'json' ? JSON.stringify(value) : (value as string | number | boolean);
}

function restored(value: unknown, form: string): unknown {
  if (form === 'boolean') return Boolean(value);
  if (value === null || form === 'plain') return value;
  return form === 'instant' ? new Date(value as number) : JSON.parse(value as string);
}

/** What a column of a price file holds. */
export type Role =
  | 'symbol'
  | 'period'
  | 'date'
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'adjOpen'
  | 'adjHigh'
  | 'adjLow'
  | 'adjClose'
  | 'volume'
  | 'synthetic'
  | 'sourceKind';

/** Index of each role's column; -1 = none. */
export type Columns = Readonly<Record<Role, number>>;

/** Column names by role, in the form of `plainName`; preferred ones first. */
const NAMES: Readonly<Record<Role, readonly string[]>> = {
  symbol: ['symbol', 'ticker', 'tic', 'actsymbol', 'instrument', 'stock', 'code', 'name'],
  period: ['per', 'period', 'interval'],
  date: [
    'date',
    'timestamp',
    'datetime',
    'observationdate',
    'tradedate',
    'tradingdate',
    'day',
    'windowstart',
    'time',
    '',
  ],
  open: ['open', 'openprice', 'o'],
  high: ['high', 'highprice', 'max', 'h'],
  low: ['low', 'lowprice', 'min', 'l'],
  close: ['close', 'closeprice', 'closelast', 'price', 'last', 'settle', 'settlement', 'value', 'c'],
  adjOpen: ['adjopen', 'adjustedopen'],
  adjHigh: ['adjhigh', 'adjustedhigh'],
  adjLow: ['adjlow', 'adjustedlow'],
  adjClose: ['adjclose', 'adjustedclose', 'closeadj', 'closeadjusted', 'adjcloseprice', 'adjustedcloseprice'],
  volume: ['volume', 'vol', 'v'],
  synthetic: ['issynthetic', 'synthetic'],
  sourceKind: ['sourcekind'],
};

const ROLES = Object.keys(NAMES) as Role[];

/** A column name in lower-case letters and digits: `adjclose` of `Adj. Close` and of `<ADJ_CLOSE>`. A leading `5. ` is removed. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\s*\d+[a-z]?\.\s*/, '')
    .replace(/[^a-z0-9]/g, '');
}

/** The columns of a header. */
export function columnsNamed(header: readonly string[]): Columns {
  const names = header.map(plainName);
  const entries = ROLES.map((role) => [role, bestIndex(names, NAMES[role])] as const);
  return Object.fromEntries(entries) as Record<Role, number>;
}

/** Whether any field of a line is a column name. */
export function hasColumnName(line: readonly string[]): boolean {
  return line.some((name) => name !== '' && ROLES.some((role) => NAMES[role].includes(plainName(name))));
}

/** Number of fields that name prices or a volume. Of several header lines, the one with most of them holds the column names. */
export function priceNames(line: readonly string[]): number {
  const roles: Role[] = ['open', 'high', 'low', 'close', 'adjClose', 'volume'];
  return line.filter((name) => name !== '' && roles.some((role) => NAMES[role].includes(plainName(name)))).length;
}

function bestIndex(names: readonly string[], preferred: readonly string[]): number {
  for (const name of preferred) {
    const index = names.indexOf(name);
    if (index >= 0) return index;
  }
  return -1;
}

/** Columns by index, for files without a header. */
export function columnsAt(places: Partial<Record<Role, number>>): Columns {
  return Object.fromEntries(ROLES.map((role) => [role, places[role] ?? -1])) as Record<Role, number>;
}

/** The numbers and dates a text names, in order. `ignore` holds words whose digits are no numbers (tickers). */
export function numbersIn(text: string, ignore: readonly string[] = []): { dates: string[]; numbers: string[] } {
  let rest = text;
  for (const word of ignore) rest = rest.replaceAll(word, ' ');
  const dates = rest.match(/\d{4}-\d{2}-\d{2}/g) ?? [];
  rest = rest.replaceAll(/\d{4}-\d{2}-\d{2}/g, ' ');
  return { dates, numbers: rest.match(/[-+]?\d+(?:\.\d+)?/g) ?? [] };
}

/** Every value below `value`: numbers, and strings that are one number or date, or a label made of them. */
export function leavesOf(value: unknown): { numbers: number[]; texts: string[] } {
  if (typeof value === 'number') return { numbers: [value], texts: [] };
  if (typeof value === 'string') {
    return { numbers: value.trim() !== '' && Number.isFinite(Number(value)) ? [Number(value)] : [], texts: [value] };
  }
  const parts = typeof value === 'object' && value !== null ? Object.values(value).map(leavesOf) : [];
  return { numbers: parts.flatMap((p) => p.numbers), texts: parts.flatMap((p) => p.texts) };
}

/** Whether a printed number is one of the values, rounded to the decimals it is printed with. */
export function isPrintOf(printed: string, values: readonly number[]): boolean {
  const decimals = printed.split('.')[1]?.length ?? 0;
  const signed = /^[-+]/.test(printed);
  const halfUnit = 0.5 * 10 ** -decimals + 1e-9;
  return values.some((value) => Math.abs(Number(printed) - (signed ? value : Math.abs(value))) <= halfUnit);
}

import { fitToSize, resultOf } from '../../../src/mcp/result';
import { loadTools } from '../../../src/mcp/tools';

describe('cutting an answer', () => {
  const { tools } = loadTools();
  const times = (length: number, item: (i: number) => object) => Array.from({ length }, (_, i) => item(i));
  const year = (i: number) => ({ year: String(1900 + i), return_pct: -12.3456, mfe_pct: 12.3456, mae_pct: -12.3456 });

  test('several lists are cut to the same length, at the named end', () => {
    const body = { a: [{ years: times(400, year) }, { years: times(300, year) }, { years: [year(0)] }, {}], b: 1 };
    const { body: fits, notes } = fitToSize(
      body,
      [{ list: 'a.*.years', keep: 'last', advice: 'ask with less' }],
      25_500,
    );
    const [first, second, third, fourth] = fits.a as { years: { year: string }[] }[];
    expect(JSON.stringify(fits).length).toBeLessThanOrEqual(25_500);
    expect(first.years.length).toBeGreaterThan(100);
    expect(second.years).toHaveLength(first.years.length);
    expect([first.years.at(-1), second.years.at(-1)]).toEqual([year(399), year(299)]);
    expect([third, fourth, fits.b]).toEqual([{ years: [year(0)] }, {}, 1]);
    expect(notes).toEqual([`a.*.years holds the last ${first.years.length} of 400 (ask with less).`]);
    // One more item would have been too many.
    const oneMore = (body.a as { years?: object[] }[]).map(({ years }) => ({
      years: years?.slice(-first.years.length - 1),
    }));
    expect(JSON.stringify({ a: oneMore, b: 1 }).length).toBeGreaterThan(25_500);
  });

  test('the second list is cut only if cutting the first is not enough, and one item stays', () => {
    const body = { rows: times(3, () => ({ text: 'x'.repeat(20_000), years: times(300, year) })) };
    const cuts = [
      { list: 'rows', keep: 'first', advice: 'ask for fewer' },
      { list: 'rows.*.years', keep: 'last', advice: 'ask with less' },
    ] as const;
    const { body: fits, notes } = fitToSize(body, cuts, 25_500);
    const [only, ...others] = fits.rows as { years: object[] }[];
    expect(others).toEqual([]);
    expect(only.years.length).toBeGreaterThan(10);
    expect(only.years.length).toBeLessThan(300);
    expect(notes.map((note) => note.split(' ')[0])).toEqual(['rows', 'rows.*.years']);
  });

  test('rows that are cut nevertheless are counted, and the note says what the summary is about', () => {
    const rows = times(20, (i) => ({
      rank: i + 1,
      symbol: 'x'.repeat(3000),
      ...(i < 3 ? {} : { past_pool: true }),
      headline: 'A headline.',
    }));
    const body = {
      summary: '417 setups qualify in the window, 20 shown.',
      count: 20,
      evaluated_count: 50,
      shown_of_evaluated: '3 of 50',
      found_count: 417,
      market_failures: [],
      opportunities: rows,
      disclaimer: DISCLAIMER,
    };
    for (const knowsStructured of [true, false]) {
      const answer = { status: 200, body, retryAfter: null };
      const result = resultOf(tools.get('whats_seasonal_now')!, answer, null, knowsStructured);
      // biome-ignore lint/suspicious/noExplicitAny: the body of a scan
      const shown: any = result.structuredContent ?? JSON.parse((result.content[0] as { text: string }).text);
      const kept = shown.opportunities.length;
      expect(kept).toBeGreaterThan(5);
      expect(kept).toBeLessThan(12);
      expect(shown).toMatchObject({
        count: kept,
        shown_of_evaluated: '3 of 50',
        evaluated_count: 50,
        found_count: 417,
      });
      expect(shown.left_out).toBe(
        `opportunities holds the first ${kept} of 20 (ask with a smaller limit; summary is about all of them).`,
      );
    }
    const unranked = {
      ...body,
      opportunities: times(20, (i) => ({ ...rows[i], past_pool: false })),
      shown_of_evaluated: '20 of 50',
    };
    const { structuredContent } = resultOf(
      tools.get('find_best_opportunities')!,
      { status: 200, body: unranked, retryAfter: null },
      null,
      true,
    );
    const { count, shown_of_evaluated } = structuredContent as { count: number; shown_of_evaluated: string };
    expect(shown_of_evaluated).toBe(`${count} of 50`);
  });

  const DISCLAIMER = 'Educational content, not personalized advice. '.repeat(8);
  const LONGEST: [tool: string, body: object, list: string][] = [
    [
      'pick_track_record',
      {
        summary: { count: 3000, win_count: 1500, win_rate: 0.5, avg_return_pct: 0, note: 'n'.repeat(500) },
        picks: times(3000, (i) => ({
          symbol: `S${i}`,
          featured_date: '2024-12-20',
          return_pct: -1.2345,
          result: 'loss',
        })),
        disclaimer: DISCLAIMER,
      },
      'picks',
    ],
    [
      'list_symbols',
      {
        symbols: times(250, (i) => ({ symbol: `SYMBOL${i}`, name: 'A company with a "name" & sons Inc. '.repeat(3) })),
        total: 5000,
        matched: 5000,
        count: 250,
        note: 'n'.repeat(200),
      },
      'symbols',
    ],
    [
      'score_setups',
      {
        granted: 0,
        ml_remaining_today: 0,
        model_version: 'v',
        disclaimer: DISCLAIMER,
        scores: times(80, (i) => ({
          symbol: `SYMBOL${i}`,
          date: '2024-12-20',
          days_out: 30,
          direction: 'short',
          note: 'why '.repeat(120),
        })),
      },
      'scores',
    ],
  ];

  test.each(LONGEST)('%s of the longest answer stays below 8,000 tokens, in every protocol', (name, body, list) => {
    for (const knowsStructured of [true, false]) {
      const result = resultOf(tools.get(name)!, { status: 200, body, retryAfter: null }, null, knowsStructured);
      expect(JSON.stringify(result).length / 4).toBeLessThanOrEqual(7950);
      const shown = (result.structuredContent ?? JSON.parse((result.content[0] as { text: string }).text)) as {
        left_out: string;
        symbols?: readonly object[];
      };
      expect(shown.left_out).toMatch(new RegExp(`^${list} holds the first \\d+ of \\d+ \\(.+\\)\\.$`));
      if (list !== 'symbols') continue;
      const { length } = shown.symbols!;
      expect(shown).toMatchObject({ count: length, note: `${5000 - length} of 5000 matching rows were cut.` });
    }
  });
});

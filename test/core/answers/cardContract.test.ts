import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { parse } from 'yaml';
import { buildCard, leanCard, tableRow } from '../../../src/answers/card';
import { loadMethodProse, methodology } from '../../../src/answers/methodology';
import { patternStats } from '../../../src/answers/patternStats';
import { publishedEvidence, publishedModel } from '../../../src/answers/publishedEvidence';
import { DEFAULT_SETTINGS } from '../../../src/core/model/settings';
import { significanceOf } from '../../../src/core/significance/significance';
import { trainModel } from '../../../src/jobs/train';
import { cardInput } from '../../helpers/cardInput';
import { forwardResult } from '../../helpers/forwardResult';
import { modelUniverse } from '../../helpers/modelUniverse';
import { judged, named, pending, SCANNED } from '../../helpers/significance';
import { trainingSet } from '../../helpers/trainingSet';

const contract = parse(readFileSync(join(__dirname, '../../../openapi.yaml'), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv, { mode: 'full' });
ajv.addSchema(contract, 'contract');

function expectValid(schema: keyof typeof schemas, value: unknown): void {
  const validate = schemas[schema];
  if (!validate(JSON.parse(JSON.stringify(value)))) throw new Error(`${schema}: ${ajv.errorsText(validate.errors)}`);
}
const schemaOf = (name: string) => ajv.compile({ $ref: `contract#/components/schemas/${name}` });
const schemas = {
  PatternCard: schemaOf('PatternCard'),
  LeanCard: schemaOf('LeanCard'),
  TableRow: schemaOf('TableRow'),
  PatternStats: schemaOf('PatternStats'),
  Methodology: schemaOf('Methodology'),
};

const WITHOUT_YEARS = significanceOf('AAPL', null, {
  kind: 'found',
  searched: { ...SCANNED, windows: 480, symbols: 2 },
  nulls: 'pending',
  strongest: null,
});

test('every card, view and statistics block is valid by the contract', () => {
  const change = fc.record({
    returns: fc.array(fc.double({ min: -99, max: 900, noNaN: true }), { minLength: 1, maxLength: 98 }),
    direction: fc.constantFrom('long' as const, 'short' as const),
    ml: fc.constantFrom(
      { reason: 'no_model' as const },
      { reason: 'replay' as const },
      {
        prediction: { score: 61, winProb: 0.6, predReturnPct: -1.5, predMfePct: 3 },
        model: { version: 'm7', lookbackYears: 10, beatsBaseRate: false },
      },
    ),
    curve: fc.constantFrom(null, cardInput().curve),
    edgeInput: fc.record({
      significance: fc.constantFrom(
        null,
        judged(),
        pending(),
        pending({ missing: 'limited' }),
        named(0.3),
        WITHOUT_YEARS,
      ),
    }),
    today: fc.integer({ min: 19_800, max: 19_950 }),
    note: fc.constantFrom(undefined, 'AAPL resolved to market 0'),
  });
  fc.assert(
    fc.property(change, (changes) => {
      const input = cardInput(changes);
      const card = buildCard(input);
      expectValid('PatternCard', card);
      expectValid('LeanCard', leanCard(card));
      expectValid('TableRow', tableRow(card));
      const trend = { return1m: null, long: 1, longPrevious: null, short: -1, shortPrevious: null };
      expectValid('PatternStats', patternStats(input.evidence, trend, input.direction));
    }),
    { numRuns: 200 },
  );
});

test('the check detects an additional field, a missing field and a price', () => {
  const card = buildCard(cardInput());
  const { verdict: _, ...short } = card;
  expect(() => expectValid('PatternCard', short)).toThrow('verdict');
  expect(() => expectValid('LeanCard', card)).toThrow('additional properties');
  const priced = {
    ...card,
    next_step: { ...card.next_step, order_ticket: { ...card.next_step.order_ticket, limit: 1 } },
  };
  expect(() => expectValid('PatternCard', priced)).toThrow('additional properties');
});

const prose = loadMethodProse();
const BEATS_SEARCH = judged({ pSearch: 0.04 });

describe('the method', () => {
  const method = methodology({ prose, simulated: false, model: null, evidence: null, cameTrue: [] });
  const properties = (name: string) => Object.keys(contract.components.schemas[name].properties);
  const defined = method.definitions.map((d) => d.name);

  test('is valid by the contract, with prices real or simulated, with and without model and evidence', () => {
    expectValid('Methodology', method);
    const universe = modelUniverse({ seed: 'card', symbols: 2, fromYear: 1990, toYear: 2012 });
    const settings = { ...DEFAULT_SETTINGS, everyWeeks: 8, minFitRows: 50 };
    const model = publishedModel(
      trainModel(trainingSet(universe, settings), {
        settings,
        dataVersion: 'card',
        pricesThrough: null,
        simulated: true,
      }),
      false,
    );
    expect(model.evaluation?.skill).toHaveLength(3);
    expect(model.statements.join(' ')).toContain('Prices have changed since');
    expect(model).not.toHaveProperty('inputs_tried');
    const walked = forwardResult({ simulated: true });
    const evidence = publishedEvidence(walked, 'DOW 30 STOCKS', walked.data_version);
    const simulated = methodology({ prose, simulated: true, model, evidence, cameTrue: [] });
    expectValid('Methodology', simulated);
    expect(simulated).toMatchObject({ model, evidence });
    expect(simulated.disclaimer).toContain('simulated');
  });

  test('defines only fields that exist, each once', () => {
    const fields = new Set(
      Object.keys(contract.components.schemas).flatMap((s) =>
        Object.keys(contract.components.schemas[s].properties ?? {}),
      ),
    );
    expect(defined.filter((name) => !fields.has(name))).toEqual([]);
    expect(new Set(defined).size).toBe(defined.length);
  });

  test.each([
    'PatternStats',
    'CardStats',
    'Setup',
    'YearBar',
    'CurveSummary',
    'YearResult',
    'Significance',
    'CameTrue',
    'Opportunity',
    'TableRow',
  ])('defines every number and date of %s', (schema) => {
    const named = [
      'rank',
      'symbol',
      'market',
      'direction',
      'trade_direction',
      'year',
      'date',
      'ml',
      'evidence_status',
      'status',
      'reading',
      'analyze_url',
      'past_pool',
      'tier_notes',
    ];
    expect(properties(schema).filter((name) => !defined.includes(name) && !named.includes(name))).toEqual([]);
  });

  test('says when a field is null exactly where the contract allows it', () => {
    const nullable = (name: string) =>
      ['PatternStats', 'Opportunity', 'TableRow'].some((s) =>
        [contract.components.schemas[s].properties[name]?.type].flat().includes('null'),
      );
    const numbers = [...properties('PatternStats'), ...properties('Opportunity')].filter((name) =>
      defined.includes(name),
    );
    const wrong = numbers.filter(
      (name) => nullable(name) && method.definitions.find((d) => d.name === name)?.null_when === null,
    );
    expect(wrong).toEqual([]);
  });

  test('its weights sum to 1, and its table of chances is that of METHOD 7', () => {
    expect(method.edge_score.parts.reduce((sum, part) => sum + part.weight, 0)).toBeCloseTo(1, 12);
    const chance = (years: number, wins: number, share: number) =>
      method.chance.find(
        (row) => row.years === String(years) && row.min_wins === wins && row.any_date_win_rate === share,
      )?.probability_pct;
    expect(chance(5, 5, 0.6)).toBe(7.776);
    expect(chance(10, 9, 0.6)).toBe(4.6357);
    expect(chance(10, 9, 0.7)).toBe(14.9308);
  });

  test('its factors are those of METHOD 6, each with its condition on the p-values', () => {
    expect(method.edge_score.confidence.map(({ factor }) => factor)).toEqual([1, 0.85, 0.39, 0.3]);
    const [search, symbol, doubtful, chance] = method.edge_score.confidence.map(({ condition }) => condition);
    expect(search).toBe('p_search is at most 0.05.');
    expect(symbol).toBe('p_symbol is at most 0.05; a window that was named is never counted higher.');
    expect(doubtful).toContain('at most 0.2');
    expect(chance).toContain('pending');
  });

  test('its formula, evaluated line by line as text, gives the score of the card', () => {
    const { edge, evidence } = cardInput({ edgeInput: { significance: BEATS_SEARCH } });
    const scope: Record<string, number> = {
      n: evidence.yearsTested,
      wins: evidence.wins,
      mean: evidence.mean,
      median: evidence.median,
      std: evidence.deviation!,
      p0: edge.input.baseline.positiveShare!,
      m0: edge.input.baseline.mean!,
      nb: edge.input.neighbours!,
      f: method.edge_score.confidence.find(({ condition }) => condition.includes('p_search'))!.factor,
      tilt: 0,
    };
    for (const line of method.edge_score.formula) {
      const [, name, rest] = /^(\w+) = (.*)$/.exec(line) ?? [];
      if (!name || /of |any /.test(rest)) continue;
      const text = rest
        .split(/;| if |, else|, tilt/)[0]
        .replaceAll('^', '**')
        .replaceAll(/\b(sqrt|min|max|floor)\(/g, 'Math.$1(');
      const body = `const clamp = (x) => Math.min(1, Math.max(0, x)); return ${text};`;
      scope[name] = new Function(...Object.keys(scope), body)(...Object.values(scope));
    }
    expect(Object.keys(scope)).toEqual(expect.arrayContaining(['p', 'W', 'S', 'T', 'C', 'R', 'E', 'edge_score']));
    expect(scope.edge_score).toBe(edge.score);
    expect(scope.W).toBeCloseTo(edge.parts.winRate, 12);
  });
});

test('the example of the method in the contract agrees with the method', () => {
  const example = contract.paths['/methodology'].get.responses['200'].content['application/json'].examples.method.value;
  const method = methodology({ prose, simulated: false, model: null, evidence: null, cameTrue: [] });
  expect(example.disclaimer).toBe(method.disclaimer);
  expect(example.edge_score.parts.map((p: { weight: number }) => p.weight)).toEqual(
    method.edge_score.parts.map((p) => p.weight),
  );
  for (const row of example.chance) expect(method.chance).toContainEqual(row);
});

import { publishedTrial, trialStatement, trialTable } from '../../../src/answers/inputTrial';
import { modelCardMarkdown } from '../../../src/answers/modelCardMarkdown';
import { recordedTrial } from '../../helpers/recordedTrial';
import { smallModel } from '../../helpers/storedModel';

const recorded = recordedTrial();

test('a trial is published with its variants, figures, data version and date', () => {
  const published = publishedTrial(recorded, true);
  expect(published).toMatchObject({
    made_at: '2024-06-01T10:00:00.000Z',
    data_version: recorded.dataVersion,
    current: true,
    kept: 'today',
    first_year: 1977,
    last_year: 2018,
    rotations: 199,
  });
  expect(published.rule).toContain('95 % interval of the paired difference');
  expect(published.inputs.map(({ name }) => name)).toEqual(['z', 'log_p_symbol']);
  expect(published.variants.map(({ name, beats_today }) => [name, beats_today])).toEqual([
    ['today', null],
    ['selected_rows', false],
    ['z', false],
    ['z_and_log_p', false],
  ]);
  const [today, , z] = published.variants;
  expect(today.scores.map(({ over_today }) => over_today)).toEqual([null, null]);
  expect(z.scores[1]).toMatchObject({
    kind: 'selected',
    setups: 200_000,
    over_today: { brier: { mean: 0.0001, standard_error: 0.0001, low: -0.0001, high: 0.0003, years: '40' } },
  });
});

test('the statement names the inputs tried and their results, and that none is better', () => {
  expect(trialStatement(recorded)).toBe(
    "Inputs tried on 2024-06-01 over the prices of 599 symbols, 1977 to 2018: gain in Brier score over today's model on what scans would have shown (95 % intervals, errors by year): trained on selected setups too 0.00000 (-0.00020 to 0.00020); and z as an input 0.00010 (-0.00010 to 0.00030); and z and log p_symbol as inputs -0.00010 (-0.00030 to 0.00010). Of these, none is significantly better, and today's model stays.",
  );
});

test('the statement names a variant that passes, and simulated prices', () => {
  const { trial } = recorded;
  const text = trialStatement({ ...recorded, simulated: true, trial: { ...trial, kept: 'z' } });
  expect(text).toContain('the simulated prices of 599 symbols');
  expect(text).toMatch(/by the rule it would be "and z as an input"\.$/);
});

test('the report has the figures of both kinds in one table, and says if none were tried', () => {
  const text = modelCardMarkdown(smallModel(), recorded);
  expect(text).toContain('## Inputs tried');
  expect(text).toContain(trialStatement(recorded));
  expect(text).toContain(recorded.dataVersion);
  for (const row of trialTable(recorded)) expect(text).toContain(`| ${row.join(' | ')} |`);
  expect(trialTable(recorded)).toHaveLength(1 + 2 * 4);
  expect(text).not.toMatch(/NaN|undefined|\[object/);
  expect(modelCardMarkdown(smallModel(), null)).toContain('None on such prices');
});

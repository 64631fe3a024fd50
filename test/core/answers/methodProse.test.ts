import {
  loadMethodProse,
  parseDefinitions,
  parseList,
  parseSection,
  splitHeading,
} from '../../../src/answers/methodology';

test('a section has its anchor from the file name, its title from the heading, and its body unchanged', () => {
  const text = '# Two words\n\nFirst *paragraph*.\n\nSecond one.\n';
  expect(parseSection({ name: 'methodology/sections/04-two_words.md', text })).toEqual({
    id: 'two_words',
    title: 'Two words',
    body: 'First *paragraph*.\n\nSecond one.',
  });
});

test('a list has one item per line', () => {
  expect(parseList({ name: 'x.md', text: '# Limits\n\n- one\n- two, with - a dash\n' })).toEqual([
    'one',
    'two, with - a dash',
  ]);
});

test.each([
  [() => parseSection({ name: 'window.md', text: '# A\n\nb\n' }), 'seeds/window.md: the name'],
  [() => parseList({ name: 'x.md', text: '# A\n\n- b\n* c\n' }), 'seeds/x.md: line 4 is "* c"'],
])('a fault is reported with file and line', (parse, message) => expect(parse).toThrow(message));

test('the prose of the methodology is complete, with each anchor once', () => {
  const { summary, sections, definitions, limitations } = loadMethodProse();
  expect(summary).toMatch(/^A window is .*\.$/);
  expect(sections.map(({ id }) => id)).toEqual([
    'window',
    'lookback',
    'statistics',
    'cycles_and_periods',
    'seasonal_curve',
    'detection',
    'comparisons',
    'baskets',
    'honesty',
    'significance',
    'daily_pick',
    'calendar',
    'came_true',
  ]);
  expect([definitions[0].name, definitions.at(-1)?.name]).toEqual(['entry_date', 'evaluated_count']);
  expect(limitations).toHaveLength(6);
});

const HEAD = '| Field | Unit | Definition | Formula | Null when |\n| --- | --- | --- | --- | --- |';
const table = (...rows: string[]) => `# Definitions\n\nAn introduction.\n\n## Subject\n\n${HEAD}\n${rows.join('\n')}\n`;
const parse = (text: string) => parseDefinitions({ name: 'definitions.md', text });
const LAST = '| `last` | none | The last. | | |';

test('a row defines every field that it names; empty cells are null; a pipe can be escaped', () => {
  const rows = ['| `a`, `b` | ratio | A | B\\|. | `\\|a\\| < 2` | there is none |', LAST];
  expect(() => parse(table(...rows))).toThrow('5 cells');
  rows[0] = '| `a`, `b` | ratio | A \\| B. | `\\|a\\| < 2` | there is none |';
  const [a, b, last] = parse(table(...rows));
  expect(a).toEqual({
    name: 'a',
    definition: 'A | B.',
    formula: '|a| < 2',
    unit: 'ratio',
    null_when: 'there is none',
  });
  expect(b).toEqual({ ...a, name: 'b' });
  expect(last).toEqual({ name: 'last', definition: 'The last.', formula: null, unit: 'none', null_when: null });
});

test('several tables are read, each under its heading', () => {
  const text = `${table('| `a` | none | A. | | |')}\n## Other\n\n${HEAD}\n${LAST}\n`;
  expect(parse(text).map(({ name }) => name)).toEqual(['a', 'last']);
});

test.each([
  ['no introduction', `# D\n\n## Subject\n\n${HEAD}\n${LAST}\n`, 'line 3 is "## Subject"'],
  ['no heading', `# D\n\nIntro.\n\n${HEAD}\n${LAST}\n`, 'line 5'],
  ['other columns', '# D\n\nIntro.\n\n## S\n\n| Field | Unit |\n| --- | --- |\n', 'line 7'],
  ['no rule', table(LAST).replace(/\| ---.*\n/, ''), 'line 8'],
  ['no row', table().trimEnd().concat('\n'), 'line 8 is ""'],
  ['a text below a table', `${table(LAST)}\nText.\n`, 'line 11 is "Text."'],
  ['an unknown unit', table(LAST, '| `a` | dollars | A. | | |'), 'line 10 is "dollars"'],
  ['a cell too few', table(LAST, '| `a` | none | A. | |'), 'line 10'],
  ['no definition', table('| `a` | none | | | |', LAST), 'line 9'],
  ['a field without backticks', table('| a | none | A. | | |', LAST), 'line 9 is "a"'],
  ['a formula without backticks', table('| `a` | none | A. | 1 + 1 | |', LAST), 'line 9 is "1 + 1"'],
  ['a field defined twice', table(LAST, '| `a`, `last` | none | A. | | |'), 'line 10 is "last"'],
])('%s is refused with the line number', (_, text, message) => {
  expect(() => parse(text)).toThrow(`seeds/definitions.md: ${message}`);
});

test('a heading is split from the text below it', () => {
  expect(splitHeading({ name: 'a.md', text: '# Title\n\nOne.\n\nTwo.\n' })).toEqual({
    title: 'Title',
    body: 'One.\n\nTwo.',
    bodyLine: 3,
  });
});

test.each([
  ['', 'line 1'],
  ['Title\n\nOne.\n', 'line 1 is "Title"'],
  ['# Title\nOne.\n', 'line 2 is "One."'],
  ['# Title\n\n', 'line 3'],
  ['# Title\n\n\nOne.\n', 'line 3'],
  ['# Title\n\nOne.\nTwo.', 'line 4 is "Two."'],
  ['# Title\n\nOne.\n\n', 'line 4 is ""'],
])('%j is refused at %s', (text, message) => {
  expect(() => splitHeading({ name: 'a.md', text })).toThrow(`seeds/a.md: ${message}`);
});

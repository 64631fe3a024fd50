import { loadMethodProse, parseList, parseSection } from '../../../src/answers/methodology';

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

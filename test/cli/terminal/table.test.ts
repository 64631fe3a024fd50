import { formatTable } from '../../../scripts/terminal/table';

test('columns are aligned, numbers to the right, and no line ends in spaces', () => {
  const rows = [
    ['KEY', 'COUNT', 'NOTE'],
    ['a', '1000', ''],
    ['longer', '7', 'seen'],
  ];
  expect(formatTable(rows, [1]).split('\n')).toEqual([
    'KEY     COUNT  NOTE',
    'a        1000',
    'longer      7  seen',
    '',
  ]);
  expect(formatTable(rows).split('\n')[2]).toBe('longer  7      seen');
});

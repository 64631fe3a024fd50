import { partsOf } from '../../src/core/parts';

test.each([
  { whole: [], size: 2, want: [] },
  {
    whole: [1, 2, 3, 4],
    size: 2,
    want: [
      [1, 2],
      [3, 4],
    ],
  },
  { whole: [1, 2, 3], size: 2, want: [[1, 2], [3]] },
])('$whole in parts of $size', ({ whole, size, want }) => expect(partsOf<number>(whole, size)).toEqual(want));

import fc from 'fast-check';
import { changedVersion, dataVersionOf, EMPTY_VERSION } from '../../src/storage/hashes';

const KO = { ticker: 'KO', hash: 'a'.repeat(64) };
const PEP = { ticker: 'PEP', hash: 'b'.repeat(64) };
const DOW = { ticker: '^DJI', hash: 'c'.repeat(64) };

test('equals the value computed in Python: the sum of sha256(ticker, space, hash) modulo 2^256', () => {
  expect(dataVersionOf([KO])).toBe('e6ab2a643cccd5fef1e3c84b3e085e984c6931565f09c54de35b779f0720ee5a');
  expect(dataVersionOf([KO, PEP, DOW])).toBe('b0528a79e497fabb9e6b0e064f8ce67d123995442d9c5033b94024eec1223107');
  expect(dataVersionOf([])).toBe(EMPTY_VERSION);
});

test('updated step by step, it equals that of the remaining series, in any order of changes', () => {
  const series = fc.uniqueArray(
    fc.record({ ticker: fc.stringMatching(/^[A-Z]{1,3}$/), hash: fc.stringMatching(/^[a-f]$/) }),
    {
      selector: ({ ticker }) => ticker,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(series, series, (before, after) => {
      expect(changedVersion(dataVersionOf(before), before, [...after].reverse())).toBe(dataVersionOf(after));
      expect(changedVersion(dataVersionOf([...before, KO]), [KO], [])).toBe(dataVersionOf(before));
    }),
  );
});

import { readMembers } from '../../../src/ingest/members';

describe('readMembers', () => {
  test.each([
    ['Symbol,Name\nGS,"Goldman, Sachs"\n', [['GS', 'Goldman, Sachs', null]]],
    ['Security;Ticker\r\n3M;MMM\r\n', [['MMM', '3M', null]]],
    [
      'symbol,name,market,file\nAAPL,Apple Inc.,dow30,x.csv\nAAPL,Apple Inc.,sp500,x.csv\n',
      [
        ['AAPL', 'Apple Inc.', 'dow30'],
        ['AAPL', 'Apple Inc.', 'sp500'],
      ],
    ],
    [
      'Symbol\nbrk.b\nBTC/USD',
      [
        ['BRK.B', '', null],
        ['BTC-USD', '', null],
      ],
    ],
  ])('%j', (text, want) => {
    expect(readMembers(text).members.map(({ symbol, name, universe }) => [symbol, name, universe])).toEqual(want);
  });

  test('every line is a member or refused with the reason', () => {
    const list = readMembers('Symbol,Name\nGS,Goldman\n,Nobody\ngs,Again\nMMM\n');
    expect(list.rowsIn).toBe(list.members.length + list.refused.length);
    expect(list.refused).toEqual([
      { line: 3, reason: 'no ticker', text: ',Nobody' },
      { line: 4, reason: 'twice in the list', text: 'gs,Again' },
      { line: 5, reason: 'fields missing', text: 'MMM' },
    ]);
  });

  test.each(['', 'Date,Close\n2024-01-02,1\n', 'just text'])('%j is no list of symbols', (text) => {
    expect(() => readMembers(text)).toThrow(/no symbol column/);
  });
});

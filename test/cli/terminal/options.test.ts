import { marketNamed } from '../../../scripts/terminal/options';

test.each(['17', 'nothing', ''])("'%s' is no market", (text) => {
  expect(() => marketNamed(text)).toThrow(/is no market; there are 0 DOW 30 STOCKS, 1 NASDAQ/);
});

test.each([['2'], ['S&P 500 Stocks'], ['sp-500'], ['SP500']])('%s is market 2', (text) => {
  expect(marketNamed(text).id).toBe('2');
});

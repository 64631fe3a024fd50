import type { NullDistribution } from '../../../src/core/significance/significance';
import type { NullDistributionStore } from '../../../src/storage/nulls';
import type { OpenStorage } from './contract';

const found = (first: number): NullDistribution => ({
  rotations: 3,
  overall: Float32Array.of(first, first + 1, first + 2),
  bySymbol: new Map([
    ['AAPL', Float32Array.of(0.5, 1.5, 2.5)],
    ['BRK-B', Float32Array.of(0.25, 0.75, first)],
  ]),
  byChance: { mean: 0.5, low: 0, high: 2 },
});
const at = (minute: number) => new Date(Date.UTC(2024, 0, 2, 15, minute));

/** Tests that the NullDistributionStore of every database passes. */
export function nullsContract(open: OpenStorage): void {
  let nulls: NullDistributionStore;
  beforeEach(async () => {
    ({ nulls } = await open());
  });

  const put = (key: string, first: number, { dataVersion = 'd1', when = at(1) } = {}) =>
    nulls.put({ key, dataVersion, distribution: found(first) }, when);

  test('a distribution is read back bit for bit, and moves the revision', async () => {
    expect(await nulls.find('k')).toBeNull();
    const before = await nulls.revision();
    await put('k', 1.1);
    expect(await nulls.revision()).not.toBe(before);
    expect(await nulls.find('k')).toEqual(found(1.1));
  });

  test('if two processes store the same distribution, the last is kept', async () => {
    await put('k', 1);
    await put('k', 2);
    expect(await nulls.find('k')).toEqual(found(2));
  });

  test('distributions of the same search over other data are deleted after a day; the newest hundred others stay', async () => {
    await put('1|d0|AAPL', 1, { dataVersion: 'd0', when: at(0) });
    await put('1|d0|MSFT', 1, { dataVersion: 'd0', when: at(0) });
    await put('1|d1|AAPL', 2, { when: at(1) });
    await put('k', 2, { when: at(1) });
    expect(await nulls.find('1|d0|AAPL')).not.toBeNull();
    await put('1|d1|AAPL', 3, { when: new Date(Date.UTC(2024, 0, 3, 16)) });
    await put('later', 3, { when: new Date(Date.UTC(2024, 0, 3, 16)) });
    expect(await nulls.find('1|d0|AAPL')).toBeNull();
    for (const key of ['k', '1|d0|MSFT', '1|d1|AAPL']) expect(await nulls.find(key)).not.toBeNull();
    for (let i = 0; i < 100; i++) await put(`n${i}`, 1, { when: new Date(Date.UTC(2024, 0, 4, 0, i)) });
    expect([await nulls.find('k'), await nulls.find('later')]).toEqual([null, null]);
    expect(await nulls.find('n0')).not.toBeNull();
  });

  test('a renewed distribution counts as new', async () => {
    await put('default scan', 1, { when: at(0) });
    await put('another', 1, { when: at(1) });
    await nulls.renew('default scan', at(2));
    for (let i = 0; i < 99; i++) await put(`n${i}`, 1, { when: at(2) });
    expect([await nulls.find('default scan'), await nulls.find('another')]).toEqual([found(1), null]);
  });
}

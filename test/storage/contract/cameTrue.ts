import { packPeers } from '../../../src/core/cameTrue/settledWindows';
import type { MarketStudy } from '../../../src/core/cameTrue/study';
import type { CameTrueStore } from '../../../src/storage/computedResults';
import type { OpenStorage } from './contract';

function studyOf(first: number): MarketStudy {
  const means = Float64Array.from({ length: 2 * 116 }, (_, i) => (i === 3 ? Number.NaN : (first + i) / 1024));
  const months = [[{ entry: first, settled: first + 9, products: 0.1 * first, squares: 1 / 3 }], [], [], []];
  return { months, peers: packPeers(first, means, Uint8Array.of(1, 255)) };
}

/** Tests that the CameTrueStore of every database passes. */
export function cameTrueContract(open: OpenStorage): void {
  let cameTrue: CameTrueStore;
  beforeEach(async () => {
    ({ cameTrue } = await open());
  });

  test('a study is read back to the last bit', async () => {
    expect([await cameTrue.made('2'), await cameTrue.months('2', 'v1'), await cameTrue.study('2', 'v1')]).toEqual(
      Array(3).fill(null),
    );
    await cameTrue.put('2', 'v1', studyOf(7), new Date(5));
    expect(await cameTrue.made('2')).toEqual({ version: 'v1', createdAt: new Date(5) });
    expect(await cameTrue.months('2', 'v1')).toEqual(studyOf(7).months);
    expect(await cameTrue.months('2', 'v0')).toBeNull();
    const { months, peers } = (await cameTrue.study('2', 'v1'))!;
    expect(months).toEqual(studyOf(7).months);
    expect([peers.first, peers.days]).toEqual([7, 2]);
    expect(Buffer.from(new Uint8Array(peers.buffer))).toEqual(Buffer.from(new Uint8Array(studyOf(7).peers.buffer)));
  });

  test('a study of newer prices replaces it, and other markets keep theirs', async () => {
    await cameTrue.put('2', 'v1', studyOf(7), new Date(0));
    await cameTrue.put('0', 'v1', studyOf(8), new Date(0));
    await cameTrue.put('2', 'v2', studyOf(9), new Date(1));
    expect(await cameTrue.study('2', 'v1')).toBeNull();
    expect((await cameTrue.study('2', 'v2'))!.months).toEqual(studyOf(9).months);
    expect((await cameTrue.made('0'))!.version).toBe('v1');
  });
}

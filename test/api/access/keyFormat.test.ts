import crypto from 'node:crypto';
import { openStorage } from '../../../src/storage/open';
import { accessOn } from '../../helpers/access';

/**
 * Timing cannot be tested, but its cause can: for every key, two hashes of equal length are compared once, with the
 * constant-time comparison.
 */
describe('keys are compared in constant time', () => {
  test.each<[string, (key: string) => string]>([
    ['the right key', (key) => key],
    ['a wrong first character of the secret', (key) => key.slice(0, 17) + other(key[17]) + key.slice(18)],
    ['a wrong last character of the secret', (key) => key.slice(0, -1) + other(key.slice(-1))],
    ['an id that does not exist', (key) => `prn_000000000000_${key.slice(-43)}`],
  ])('%s', async (_, change) => {
    const storage = await openStorage(':memory:');
    const { service, authenticator, background } = accessOn(storage);
    const account = await service.createAccount('ann@example.com', 'free');
    const { key } = await service.createKey(account.id);
    const compare = jest.spyOn(crypto, 'timingSafeEqual');
    const hash = jest.spyOn(crypto, 'createHmac');
    await authenticator.authenticate({ apiKey: change(key) }).catch(() => undefined);
    expect(compare.mock.calls.map(([left, right]) => [left.byteLength, right.byteLength])).toEqual([[64, 64]]);
    expect(hash).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
    await background.settled();
    await storage.close();
  });
});

function other(character: string): string {
  return character === 'a' ? 'b' : 'a';
}

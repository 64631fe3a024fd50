import fc from 'fast-check';
import { clientByAddress } from '../../../src/access/limits';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:192.0.2.1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['no address', 'no address'],
  // Only addresses as Node writes them come here; other spellings of IPv4 are left unchanged.
  ['0x7f.1', '0x7f.1'],
])('%s is %s', (address, want) => expect(clientByAddress(address)).toBe(want));

const hex = (group: number) => group.toString(16);
const groups = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: length, maxLength: length });

test('law: every address of one IPv6 network is one client, however it is written', () => {
  fc.assert(
    fc.property(groups(4), groups(4), fc.constantFrom('', '%eth0', '%3', '%en-0'), (network, host, zone) => {
      // Mapped and compatible addresses stand for IPv4.
      fc.pre(network.some((group) => group !== 0));
      const all = [...network, ...host];
      const full = all.map(hex).join(':');
      const padded = all.map((group) => hex(group).padStart(4, '0').toUpperCase()).join(':');
      const short = new URL(`http://[${full}]`).hostname.slice(1, -1);
      const want = `${network.map(hex).join(':')}::/64`;
      for (const written of [full, padded, short]) expect(clientByAddress(written + zone)).toBe(want);
    }),
  );
});

test('law: an IPv4 address is itself, plain or mapped', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      expect(clientByAddress(address)).toBe(address);
      expect(clientByAddress(`::ffff:${address}`)).toBe(address);
    }),
  );
});

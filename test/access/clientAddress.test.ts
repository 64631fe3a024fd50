import fc from 'fast-check';
import { clientOf } from '../../src/access/clientAddress';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
])('%s is %s', (address, want) => expect(clientOf(address)).toBe(want));

test('law: every address of one IPv6 network is one client, whatever way it is written', () => {
  const network = ['2001', 'db8', 'a', 'b'];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 }), (host) => {
      const groups = [...network, ...host.map((group) => group.toString(16))];
      const written = new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
      expect([clientOf(groups.join(':')), clientOf(written)]).toEqual(Array(2).fill('2001:db8:a:b::/64'));
    }),
  );
});

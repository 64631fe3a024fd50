import type { LookupAddress } from 'node:dns';
import { isPublic, privateHostOf, publicLookup, type ResolveName } from '../../src/http/outgoingAddresses';
import { OutgoingError } from '../../src/http/outgoingRetry';

/** No connections here: outgoing.test.ts tests, on loopback, that the client makes these checks. */

const REFUSED = [
  '127.0.0.1',
  '127.255.255.254',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd00::1',
  'ff02::1',
  '2001:db8::1',
  '4000::1',
  // IPv4 addresses within IPv6: mapped, compatible (::/96), translated, 6to4, Teredo.
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '::7f00:1',
  '::10.0.0.1',
  '::1.1.1.1',
  '::101:101',
  '0:0:0:0:0:0:1.1.1.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1.1.1.1',
  '::ffff:0:1.1.1.1',
  '2002:7f00:1::',
  '2001::1',
];
const ALLOWED = ['1.1.1.1', '172.32.0.1', '::ffff:1.1.1.1', '2606:4700:4700::1111', '64:ff9b::1.1.1.1'];

test.each(REFUSED)('%s is refused, as the host of a URL and as what a name resolves to', async (address) => {
  expect(isPublic(address)).toBe(false);
  const resolve: ResolveName = (_name, _options, done) => done(null, [{ address, family: 4 }]);
  const looked = await new Promise((done) => publicLookup(resolve)('name.example', { all: true }, done));
  expect(looked).toEqual(new OutgoingError('address', 'name.example has no public address'));
  // A URL has no zones.
  if (address.includes('%')) return;
  const url = new URL(`https://${address.includes(':') ? `[${address}]` : address}/`);
  expect(privateHostOf(url)).toBe(url.hostname.replace(/[[\]]/g, ''));
});

test.each(['localhost', 'LocalHost.', 'a.localhost', 'a.b.LOCALHOST.'])('%s is a name of this machine', (name) => {
  expect(privateHostOf(new URL(`https://${name}/`))).toBe(name.toLowerCase());
});

test.each(['example.com', 'localhost.example.com', 'notlocalhost', 'localhost-1.example'])(
  '%s is a name to be looked up',
  (name) => expect(privateHostOf(new URL(`https://${name}/`))).toBeNull(),
);

test.each(ALLOWED)('%s is public', (address) => expect(isPublic(address)).toBe(true));

test.each(['nonsense', '', '1.2.3', '2130706433'])('%j is no address', (text) => expect(isPublic(text)).toBe(false));

test('of a name with several addresses only the public ones are used', async () => {
  const all: LookupAddress[] = [
    { address: '10.0.0.1', family: 4 },
    { address: '1.1.1.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const look = (options: object) =>
    new Promise((resolve) => {
      publicLookup((_name, _options, done) => done(null, all))('name.example', options, (...given) => resolve(given));
    });
  expect(await look({ all: true })).toEqual([null, [all[1]], 0]);
  expect(await look({})).toEqual([null, '1.1.1.1', 4]);
});

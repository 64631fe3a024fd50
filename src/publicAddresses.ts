import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an address is one of the public internet. A name may lead anywhere, and nothing behind the door of this machine's
 * network shall be asked by it: no loopback, no private range, no link-local address with a cloud's secrets.
 */
export function isPublic(address: string): boolean {
  const plain = address.split('%')[0];
  if (!ipaddr.isValid(plain)) return false;
  // An IPv4 address written as IPv6 is judged as what it is.
  return ipaddr.process(plain).range() === 'unicast';
}

/** The host of a URL where it is itself an address that is not public: no name is looked up then. Null otherwise. */
export function privateHostOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublic(host) ? host : null;
}

/**
 * Resolves names as Node does, and lets a connection begin to public addresses only: what is checked is what is called.
 *
 * @param refused the error for a name that leads to none, with what to say of it
 */
export function publicLookup(refused: (detail: string) => Error): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '', 0);
      const open = addresses.filter(({ address }) => isPublic(address));
      if (open.length === 0) return callback(refused(`${hostname} leads to no public address`), '', 0);
      if (options.all) return callback(null, open as never, 0);
      callback(null, open[0].address, open[0].family);
    });
  };
}

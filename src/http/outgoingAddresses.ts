import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutgoingError } from './outgoingError';

/** Addresses that stand for an IPv4 address behind a translator (NAT64, RFC 6052). */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** All that is assigned for the public internet (RFC 4291, 2.4); `::/96` and `fec0::/10`, for example, are outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** An IPv4-compatible address as resolvers write it, which ipaddr.js reads as an IPv4-mapped one. */
const COMPATIBLE = /^::\d+\.\d+\.\d+\.\d+$/;

/**
 * Whether an address is public unicast. URLs of users and of providers may name any host, and a request to loopback, to a
 * private range or to a link-local address (where clouds serve credentials) would reach what only this machine can.
 */
export function isPublic(address: string): boolean {
  const plain = address.split('%')[0];
  return isIP(plain) !== 0 && !COMPATIBLE.test(plain) && isPublicUnicast(ipaddr.process(plain));
}

function isPublicUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!(address instanceof ipaddr.IPv6)) return address.range() === 'unicast';
  if (address.match(TRANSLATED)) return isPublicUnicast(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** The host of a URL where it is a literal address that is not public; null otherwise. No name is resolved for a literal. */
export function privateHostOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublic(host) ? host : null;
}

/** As `dns.lookup` with `all`. */
export type ResolveName = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The lookup of connections that may lead to public addresses only. It runs when the connection is made, so that the address
 * that was checked is the one that is connected to, whatever the name resolves to a moment later.
 */
export function publicLookup(resolve: ResolveName = lookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isPublic(address));
      if (allowed.length === 0)
        return callback(new OutgoingError('address', `${hostname} leads to no public address`), '', 0);
      if (options.all) return callback(null, allowed as never, 0);
      callback(null, allowed[0].address, allowed[0].family);
    });
  };
}

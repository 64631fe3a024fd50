import { IPv6 } from 'ipaddr.js';

/** Groups of an IPv6 address that name its network: whoever has one address has all 2^64 of it (RFC 6177). */
const NETWORK_GROUPS = 4;

/** What stands for a client where it is counted: its IPv4 address, or its IPv6 network of 64 bits. */
export function clientByAddress(address: string): string {
  const [plain] = address.toLowerCase().split('%');
  if (!IPv6.isValid(plain)) return plain === '' ? 'unknown' : plain;
  const parsed = IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

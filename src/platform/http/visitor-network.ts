import { BlockList, isIPv6 } from 'node:net';
import { isLoopbackAddress } from './loopback.ts';
import { networkOf } from './network.ts';

/**
 * Answers the network of whoever opens a connection; null for this machine and for the proxies that are trusted, behind which
 * stand many.
 */
export function visitorNetworks(trustedProxies: readonly string[]): (address: string) => string | null {
  const known = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    if (address === '' || isLoopbackAddress(address) || known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
      return null;
    return networkOf(address);
  };
}

import { BlockList, isIPv6 } from 'node:net';
import { isLoopbackAddress } from './loopback.ts';
import { networkOf } from './network.ts';

export function trustedAddresses(trustedProxies: readonly string[]): (address: string) => boolean {
  const known = new BlockList();
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return (address) => known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns a visitor's network; null for this machine and trusted proxies, because many visitors are behind them. */
export function visitorNetworks(trustedProxies: readonly string[]): (address: string) => string | null {
  const isTrusted = trustedAddresses(trustedProxies);
  return (address) => (address === '' || isLoopbackAddress(address) || isTrusted(address) ? null : networkOf(address));
}

import { BlockList, isIPv6 } from 'node:net';
import { isLoopbackAddress, isThroughProxy } from './loopback.ts';

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** True for an address on this machine or its network. Headers from elsewhere may be forged. */
const isNearby = (address: string): boolean =>
  isLoopbackAddress(address) || privateNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

export interface ProxyWatch {
  check(peer: string, headers: Readonly<Record<string, unknown>>): void;
  /** The first proxy seen that is not in TRUSTED_PROXIES; null if none. */
  readonly seen: string | null;
}

/** Detects a proxy missing from TRUSTED_PROXIES, whose visitors all count as one network. Calls `onSeen` once. */
export function watchForUnnamedProxy(isTrusted: (peer: string) => boolean, onSeen: (peer: string) => void): ProxyWatch {
  let seen: string | null = null;
  return {
    check(peer, headers) {
      if (seen !== null || !isThroughProxy(headers) || !isNearby(peer) || isTrusted(peer)) return;
      seen = peer;
      onSeen(peer);
    },
    get seen() {
      return seen;
    },
  };
}

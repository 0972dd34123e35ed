import type { Limit } from './limits.ts';
import { isLoopbackAddress } from './loopback.ts';
import { networkOf } from './network.ts';
import { subjectHash } from './rate-limits.ts';

type NetworkAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export interface NetworkLimit {
  count(address: string, now: Date): NetworkAnswer;
  /** Returns hexadecimal digits, or null for an address that is not counted. */
  hashOf(address: string): string | null;
}

/** With more networks in one window, all counts start again, which bounds memory. */
const MAX_NETWORKS = 50_000;

/**
 * Counts in this process's memory, which is cheap and good enough to slow down a flood. One IPv4 address or one IPv6
 * /64 is a network. Loopback addresses are not counted: a proxy that hides its visitors' addresses must not lock them
 * all out.
 */
export function createNetworkLimit(limit: Limit): NetworkLimit {
  const { attempts, windowSeconds } = limit;
  const windowMs = windowSeconds * 1_000;
  let window = 0;
  let counts = new Map<string, number>();

  return {
    count(address, now) {
      if (isLoopbackAddress(address)) return { allowed: true };
      const present = Math.floor(now.getTime() / windowMs);
      if (present !== window || counts.size >= MAX_NETWORKS) {
        window = present;
        counts = new Map();
      }
      const network = networkOf(address);
      const count = (counts.get(network) ?? 0) + 1;
      counts.set(network, count);
      if (count <= attempts) return { allowed: true };
      return { allowed: false, retryAfterSeconds: Math.ceil(((present + 1) * windowMs - now.getTime()) / 1_000) };
    },
    hashOf: (address) => (isLoopbackAddress(address) ? null : subjectHash(limit, networkOf(address)).toString('hex')),
  };
}

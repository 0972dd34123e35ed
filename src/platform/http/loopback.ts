import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for addresses of this machine, including `::ffff:127.0.0.1`. */
export const isLoopbackAddress = (address: string): boolean =>
  address !== '' && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** `host` may have a port and IPv6 brackets. */
export function isLoopbackName(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([^:]*):\d+$/, '$1');
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** True for an address that only this machine can reach. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && isLoopbackName(new URL(url).host);

/** Headers that proxies add, in addition to `x-forwarded-*`. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'];

export const isThroughProxy = (headers: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.includes(name));

export interface ArrivedRequest {
  /** The address of the other end of the connection, independent of headers. */
  readonly peer: string;
  readonly host: string;
  readonly httpVersion: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Whether a request was made on this machine and not through a proxy. A `Host` that is not a loopback name comes from a
 * proxy, or from a foreign page whose name resolves to this machine. HTTP/1.0 also means a proxy: by default nginx
 * speaks it to the shop and adds none of these headers.
 */
export const isFromThisMachine = ({ peer, host, httpVersion, headers }: ArrivedRequest): boolean =>
  isLoopbackAddress(peer) && isLoopbackName(host) && httpVersion !== '1.0' && !isThroughProxy(headers);

const NETWORK_CODES = new Set(
  'ECONNREFUSED ECONNRESET EAI_AGAIN EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EPIPE ETIMEDOUT'.split(' '),
);

/**
 * Connection trouble, a statement or a transaction that ran out of time, a lock that could not be had, and a conflict with
 * others that came back at every try: another try may succeed. When the connection broke, nobody knows whether the last statement,
 * a commit perhaps, was still carried out.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (/^(08|40|53|57P)/.test(code) || ['25P03', '55P03', '57014'].includes(code)) return true;
  if (NETWORK_CODES.has(code)) return true;
  return /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error)/.test(
    message,
  );
}

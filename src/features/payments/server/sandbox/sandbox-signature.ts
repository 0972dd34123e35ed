import { createHmac, timingSafeEqual } from 'node:crypto';

/** Tolerance of a signed message's time in either direction, in seconds. */
const TOLERANCE_SECONDS = 300;

/** The value of the `sandbox-signature` header: `t=<unix seconds>,v1=<HMAC-SHA256 of "t.body">`. */
export function signMessage(key: Buffer, body: string | Buffer, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${hmac(key, seconds, body)}`;
}

/** Whether this is a recent signature of exactly these bytes. */
export function verifyMessage(key: Buffer, body: Buffer, header: unknown, now: Date): boolean {
  const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (!match) return false;
  const seconds = Number(match[1]);
  if (Math.abs(now.getTime() / 1_000 - seconds) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(Buffer.from(hmac(key, seconds, body)), Buffer.from(match[2] as string));
}

/** Joins the fields to sign: sorted, each with its length, so that different fields never produce the same text. */
export function signParams(key: Buffer, params: Record<string, string>): string {
  const text = Object.keys(params)
    .filter((name) => name !== 'signature')
    .sort()
    .map((name) => `${name.length}:${name}=${params[name]?.length}:${params[name]}`)
    .join('\n');
  return createHmac('sha256', key).update('params\n').update(text).digest('hex');
}

export function paramsAreSigned(key: Buffer, params: Record<string, string>): boolean {
  const given = Buffer.from(params.signature ?? '');
  const wanted = Buffer.from(signParams(key, params));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

const hmac = (key: Buffer, seconds: number, body: string | Buffer): string =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest('hex');

import { createHmac, timingSafeEqual } from 'node:crypto';

/** Joins the fields to sign: sorted, each with its length, so that different fields never produce the same text. */
export function signParams(key: Buffer, params: Record<string, string>): string {
  const text = Object.keys(params)
    .filter((name) => name !== 'signature')
    .sort()
    .map((name) => `${name.length}:${name}=${params[name]?.length}:${params[name]}`)
    .join('\n');
  return createHmac('sha256', key).update('params\n').update(text).digest('hex');
}

export function areParamsSigned(key: Buffer, params: Record<string, string>): boolean {
  const given = Buffer.from(params.signature ?? '');
  const wanted = Buffer.from(signParams(key, params));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

import type { EnvironmentReader } from './environment-reader.ts';
import { weaknessOf } from './secret-key.ts';

/** Fewer than the minimum would stop nobody; more than the maximum would keep an old phone busy for minutes. */
const BITS = { min: 8, default: 18, max: 24 };

export type ChallengeSettings =
  | { readonly kind: 'proof-of-work'; readonly bits: number }
  | { readonly kind: 'page'; readonly url: string; readonly secret: string };

/** Reads `CHALLENGE` and the variables that belong to it. Returns null if there is none. */
export function readChallenge(reader: EnvironmentReader, isProduction: boolean): ChallengeSettings | null {
  const kind = reader.oneOf('CHALLENGE', ['off', 'proof-of-work', 'page'], 'off');
  if (kind === 'off') return null;
  if (kind === 'proof-of-work') {
    const bits = reader.wholeNumber('CHALLENGE_BITS', BITS.min, BITS.default);
    if (bits > BITS.max) reader.refuse('CHALLENGE_BITS', `is ${bits} and must be at most ${BITS.max}`);
    return { kind, bits };
  }
  const url = reader.url('CHALLENGE_PAGE_URL', isProduction ? ['https:'] : ['https:', 'http:']);
  const secret = reader.text('CHALLENGE_PAGE_SECRET');
  const weakness = secret && weaknessOf(secret);
  if (!url && !reader.text('CHALLENGE_PAGE_URL'))
    reader.refuse('CHALLENGE_PAGE_URL', 'is required with CHALLENGE=page');
  if (!secret) reader.refuse('CHALLENGE_PAGE_SECRET', 'is required with CHALLENGE=page');
  if (weakness) reader.refuse('CHALLENGE_PAGE_SECRET', weakness);
  return { kind, url: url ?? '', secret: secret ?? '' };
}

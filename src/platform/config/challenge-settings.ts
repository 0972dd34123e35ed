import type { EnvironmentReader } from './environment-reader.ts';
import { weaknessOf } from './secret-key.ts';

/** Fewer bits would stop nobody, and more would keep an old phone busy for minutes. */
const BITS = { least: 8, usual: 18, most: 24 };

export type ChallengeSettings =
  | { readonly kind: 'proof-of-work'; readonly bits: number }
  | { readonly kind: 'page'; readonly url: string; readonly secret: string };

/** Reads `CHALLENGE` and the variables that belong to it. Returns null if there is none. */
export function readChallenge(reader: EnvironmentReader, isProduction: boolean): ChallengeSettings | null {
  const kind = reader.oneOf('CHALLENGE', ['off', 'proof-of-work', 'page'], 'off');
  if (kind === 'off') return null;
  if (kind === 'proof-of-work') {
    const bits = reader.wholeNumber('CHALLENGE_BITS', BITS.least, BITS.usual);
    if (bits > BITS.most) reader.refuse('CHALLENGE_BITS', `is ${bits} and must be at most ${BITS.most}`);
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

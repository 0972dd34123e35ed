/** The task that a client gets with a question. */
export type ChallengeTask =
  /** Find an answer so that the SHA-256 of `<question>.<answer>` begins with this many zero bits. */
  | { readonly kind: 'proof-of-work'; readonly bits: number }
  /** A page of the operator's has the answer, for example after a captcha. */
  | { readonly kind: 'page'; readonly url: string };

/** A question may be answered, and its answer used, for this long. */
export const CHALLENGE_LASTS_MS = 10 * 60_000;
/** Browsers without scripts cannot compute: their proof is that they waited this long. */
export const WAITS_INSTEAD_MS = 30_000;
/** The answer of those who waited. */
export const WAITED = 'waited';

/** How many zero bits the bytes begin with. */
export function leadingZeroBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first]!) - 24;
}

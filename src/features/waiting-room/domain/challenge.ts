/** The task that a client receives with a question. */
export type ChallengeTask =
  /** Find an answer so that the SHA-256 of `<question>.<answer>` begins with this many zero bits. */
  | { readonly kind: 'proof-of-work'; readonly bits: number }
  /** One of the operator's pages gives the answer, for example after a captcha. */
  | { readonly kind: 'page'; readonly url: string };

/** A question can be answered, and its answer used, for this long. */
export const CHALLENGE_LASTS_MS = 10 * 60_000;
/** Browsers without scripts cannot compute the answer. Instead they must wait this long. */
export const NO_SCRIPT_WAIT_MS = 30_000;
/** The answer that a browser without scripts sends after waiting. */
export const WAITED_ANSWER = 'waited';

/** How many zero bits the bytes begin with. */
export function leadingZeroBits(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first]!) - 24;
}

import type { Limit } from './limits.ts';

export type BucketAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export interface TokenBuckets {
  /** Takes one token of a subject. */
  take(subject: string, now: Date): BucketAnswer;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** More subjects than this at once, and the ones that have waited longest begin with a full bucket again: memory has an end. */
const MOST_SUBJECTS = 50_000;

/**
 * One bucket for each subject in the memory of this process: it holds as many tokens as the limit has tries and fills up evenly over
 * the limit's window. Costs no statement, so it can stand in front of everything that writes.
 */
export function createTokenBuckets({ tries, windowSeconds }: Limit): TokenBuckets {
  const perMs = tries / (windowSeconds * 1_000);
  const buckets = new Map<string, Bucket>();

  return {
    take(subject, now) {
      const at = now.getTime();
      const before = buckets.get(subject) ?? { tokens: tries, at };
      // A clock that was set back gives nothing and takes nothing.
      const tokens = Math.min(tries, before.tokens + Math.max(0, at - before.at) * perMs);
      const isAllowed = tokens >= 1;
      buckets.delete(subject);
      buckets.set(subject, { tokens: isAllowed ? tokens - 1 : tokens, at });
      if (buckets.size > MOST_SUBJECTS) buckets.delete(buckets.keys().next().value!);
      return isAllowed
        ? { allowed: true }
        : { allowed: false, retryAfterSeconds: Math.ceil((1 - tokens) / perMs / 1_000) };
    },
  };
}

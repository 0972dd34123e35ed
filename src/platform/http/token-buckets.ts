import type { Limit } from './limits.ts';

type BucketAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export interface TokenBuckets {
  /** Takes one of a subject's tokens. */
  take(subject: string, now: Date): BucketAnswer;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Bounds memory: with more subjects, those that have been idle longest start again with a full bucket. */
const MAX_SUBJECTS = 50_000;

/**
 * Keeps a bucket for each subject in this process's memory. It holds as many tokens as the limit allows attempts and
 * refills evenly over the limit's window. It needs no statement, so it can guard every writing call.
 */
export function createTokenBuckets({ attempts, windowSeconds }: Limit): TokenBuckets {
  const perMs = attempts / (windowSeconds * 1_000);
  const buckets = new Map<string, Bucket>();

  return {
    take(subject, now) {
      const at = now.getTime();
      const before = buckets.get(subject) ?? { tokens: attempts, at };
      // If the clock was set back, tokens are neither added nor removed.
      const tokens = Math.min(attempts, before.tokens + Math.max(0, at - before.at) * perMs);
      const isAllowed = tokens >= 1;
      buckets.delete(subject);
      buckets.set(subject, { tokens: isAllowed ? tokens - 1 : tokens, at });
      if (buckets.size > MAX_SUBJECTS) buckets.delete(buckets.keys().next().value!);
      return isAllowed
        ? { allowed: true }
        : { allowed: false, retryAfterSeconds: Math.ceil((1 - tokens) / perMs / 1_000) };
    },
  };
}

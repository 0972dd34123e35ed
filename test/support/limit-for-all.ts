import { LIMIT_NAMES, type LimitChanges, type LimitName } from '#platform/http/limits.ts';

/**
 * Returns one limit for every name. Its parameter is typed, because Object.fromEntries would let a misspelt property
 * pass.
 */
export const limitForAll = (limit: NonNullable<LimitChanges[LimitName]>): LimitChanges =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, limit]));

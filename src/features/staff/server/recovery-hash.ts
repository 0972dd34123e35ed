import { tokenHash } from '#platform/secrets/hashes.ts';
import { readableCode } from '#platform/secrets/random-codes.ts';

const CODES = 10;
/** 79 random bits: too many to brute-force, even from a fast hash. */
const LENGTH = 16;

/** The hash is bound to the person. Ignores case, spaces and hyphens. */
export const recoveryHash = (staffId: number, code: string): Buffer =>
  tokenHash(`recovery ${staffId} ${code.toUpperCase().replace(/[\s-]/g, '')}`);

/** Ten codes in groups of four, to be printed. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: CODES }, () => readableCode(LENGTH).replace(/(.{4})(?=.)/g, '$1-'));

import {
  AMOUNT_NAMES,
  type AmountName,
  LIMIT_NAMES,
  type LimitChanges,
  type LimitName,
  MAX_WINDOW_MINUTES,
} from '#platform/http/limits.ts';

/** A larger number would be no limit in practice. */
const MAX = 9_999_999;

/**
 * Parses `login-account=50/60, unpaid-orders=5`: attempts/minutes, or an amount. Mistakes are the ends of sentences.
 */
export function readLimitChanges(text: string): { changes: LimitChanges; mistakes: string[] } {
  const changes: LimitChanges = {};
  const mistakes: string[] = [];
  for (const part of text.split(',').flatMap((one) => one.trim() || [])) {
    const [, name = '', attempts, minutes] = /^([a-z-]+)\s*=\s*(\d{1,15})\s*(?:\/\s*(\d{1,15}))?$/.exec(part) ?? [];
    if (Number(attempts) > MAX) {
      mistakes.push(`has "${part}", which is more than ${MAX}`);
    } else if (isAmountName(name) && minutes === undefined) {
      changes[name] = Number(attempts);
    } else if (isAmountName(name)) {
      mistakes.push(`has "${part}", but this limit is a plain number, such as ${name}=5`);
    } else if (!name || (isLimitName(name) && minutes === undefined)) {
      mistakes.push(`has "${part}", which must look like login-account=100/60 (100 attempts in 60 minutes)`);
    } else if (!isLimitName(name)) {
      mistakes.push(`has "${name}", but the only limits are ${[...LIMIT_NAMES, ...AMOUNT_NAMES].join(', ')}`);
    } else if (Number(attempts) < 1 || Number(minutes) < 1 || Number(minutes) > MAX_WINDOW_MINUTES) {
      mistakes.push(`has "${part}": at least 1 attempt, in 1 to ${MAX_WINDOW_MINUTES} minutes`);
    } else {
      changes[name] = { attempts: Number(attempts), minutes: Number(minutes) };
    }
  }
  return { changes, mistakes };
}

const isLimitName = (name: string): name is LimitName => (LIMIT_NAMES as string[]).includes(name);
const isAmountName = (name: string): name is AmountName => (AMOUNT_NAMES as string[]).includes(name);

/** A longer name takes four lines of a title on a phone. */
const MAX_LENGTH = 24;

/** Returns the name for a title; only its first word if it is too long. */
export function nameInTitle(name: string): string {
  const words = name.trim().split(/\s+/);
  const whole = words.join(' ');
  return whole.length > MAX_LENGTH ? words[0]! : whole;
}

/** Returns the name for a greeting; empty if there is none. */
export const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? '';

/** A longer name takes four lines of a title on a phone. */
const LONGEST = 24;

/** What a title calls somebody: the whole name, or its first word when it is long. */
export function nameInTitle(name: string): string {
  const words = name.trim().split(/\s+/);
  const whole = words.join(' ');
  return whole.length > LONGEST ? words[0]! : whole;
}

/** Characters that codes never contain, each with those it is mistaken for on paper or on the phone. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { O: 'QD', '0': 'QD', I: 'JT7', '1': '7JT', L: 'JT7' };

/** A text with more such characters than this is not a mistyped code. */
const MAX_LOOK_ALIKES = 3;

/**
 * Returns every text that differs from the typed one by one wrong, missing, extra or swapped character. `alphabet` has
 * the characters that a text may have; the typed text itself is not among the results.
 */
export function oneMistakeAway(typed: string, alphabet: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at <= typed.length; at += 1) {
    const [before, after] = [typed.slice(0, at), typed.slice(at)];
    for (const character of alphabet) {
      found.add(before + character + after);
      if (after !== '') found.add(before + character + after.slice(1));
    }
    if (after !== '') found.add(before + after.slice(1));
    if (after.length > 1) found.add(before + after[1] + after[0] + after.slice(2));
  }
  found.delete(typed);
  return [...found];
}

/**
 * Returns the codes of the given length that may be meant: one mistake away, or with every character that codes do not
 * have replaced by one that looks like it.
 */
export function similarCodes(typed: string, { alphabet, length }: { alphabet: string; length: number }): string[] {
  if (Math.abs(typed.length - length) > 1) return [];
  const isCode = (code: string) => code.length === length && [...code].every((one) => alphabet.includes(one));
  return [...new Set([...withoutLookAlikes(typed), ...oneMistakeAway(typed, alphabet)])].filter(
    (code) => code !== typed && isCode(code),
  );
}

function withoutLookAlikes(typed: string): string[] {
  const lookAlikes = [...typed].filter((one) => one in LOOK_ALIKES);
  if (lookAlikes.length === 0 || lookAlikes.length > MAX_LOOK_ALIKES) return [];
  return [...typed].reduce<string[]>(
    (all, one) => all.flatMap((start) => [...(LOOK_ALIKES[one] ?? one)].map((meant) => start + meant)),
    [''],
  );
}

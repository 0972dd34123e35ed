import { readCreditorReference } from '#features/orders/domain/creditor-reference.ts';
import { orderCode, paymentReference } from '#features/orders/domain/order-code.ts';

// A code is a prefix of letters and six characters other than 0, O, 1, I and L. A payment or refund adds a number.
const CODE_CHARACTER = '[2-9A-HJKMNP-Z]';
/** Spaces, dashes and line breaks that people and banks put between the characters. */
const GAP = '[\\s\\-\u2010-\u2015_./:+]*';

export interface FoundReference {
  readonly order: string;
  /** Null if no number follows the code, or the check digits rule it out. It may also belong to the next word. */
  readonly payment: string | null;
  /** The check digits of a structured reference are wrong, so it contains a mistake. */
  readonly isDoubtful: boolean;
}

/** Finds every order code in a text, with the number that follows it. Returns each once, in the order of the text. */
export function findReferences(text: string, prefix: string): FoundReference[] {
  const pattern = new RegExp(
    `(?<rf>R${GAP}F${GAP}(?<check>\\d${GAP}\\d)${GAP})?${withGaps(prefix)}${GAP}(?<six>${sixTimes(CODE_CHARACTER)})(?:${GAP}(?<number>\\d{1,2})(?!\\d))?`,
    'g',
  );
  const found = new Map<string, FoundReference>();
  for (const { groups } of overlapping(inCapitals(text), pattern)) {
    const { six: characters = '', number, rf, check = '' } = groups!;
    const order = orderCode(prefix, withoutGaps(characters));
    const payment = number === undefined ? null : paymentReference(order, Number(number));
    const isRight = (reference: string) =>
      readCreditorReference(`RF${withoutGaps(check)}${withoutGaps(reference)}`) !== null;
    if (rf === undefined) addReference(found, { order, payment, isDoubtful: false });
    else if (payment && isRight(payment)) addReference(found, { order, payment, isDoubtful: false });
    else addReference(found, { order, payment: null, isDoubtful: !isRight(order) });
  }
  return [...found.values()];
}

/**
 * Restarts one character after the start of each match, because the word before the code can also contain the prefix,
 * for example if it is the shop's name.
 */
function* overlapping(text: string, pattern: RegExp): Generator<RegExpExecArray> {
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    yield match;
    pattern.lastIndex = match.index + (match.groups?.rf?.length ?? 0) + 1;
  }
}

function addReference(found: Map<string, FoundReference>, reference: FoundReference): void {
  const key = reference.payment ?? reference.order;
  const before = found.get(key);
  if (!before || before.isDoubtful) found.set(key, reference);
}

/** Refund codes in a text: `SLK-2H9C4T-R1`. */
export function findRefunds(text: string, prefix: string): string[] {
  const pattern = new RegExp(
    `${withGaps(prefix)}${GAP}(${sixTimes(CODE_CHARACTER)})${GAP}R${GAP}(\\d{1,3})(?!\\d)`,
    'g',
  );
  const codes = [...overlapping(inCapitals(text), pattern)].map(
    ([, characters, number]) => `${orderCode(prefix, withoutGaps(characters!))}-R${Number(number)}`,
  );
  return [...new Set(codes)];
}

/**
 * Finds words of six characters, possibly with gaps in them. Each may be an order's code without its prefix, but such a
 * match is too weak to search all orders.
 */
export function findBareCodes(text: string): string[] {
  const pattern = new RegExp(`(?<![0-9A-Z])${sixTimes('[0-9A-Z]')}(?![0-9A-Z])`, 'g');
  return [...overlapping(inCapitals(text), pattern)].map(([characters]) => withoutGaps(characters));
}

/** Groups of characters that people confuse. */
const ALIKE = ['0OQD', '1ILJ7', '5S', '8B', '2Z'];
const lookAlikesOf = (character: string): string => ALIKE.find((group) => group.includes(character)) ?? character;

/** The codes that the payer may have meant, if some characters of the text were mistaken for look-alikes. */
export function findLookAlikes(text: string, prefix: string): string[] {
  const anyOf = (character: string) => `[${lookAlikesOf(character)}]`;
  const pattern = new RegExp(`${[...prefix].map(anyOf).join(GAP)}${GAP}(${sixTimes('[0-9A-Z]')})`, 'g');
  const codes = [...overlapping(inCapitals(text), pattern)].flatMap(([, characters]) =>
    variants(withoutGaps(characters!)),
  );
  return [...new Set(codes)].slice(0, MAX_VARIANTS).map((characters) => orderCode(prefix, characters));
}

const MAX_VARIANTS = 256;
const IS_CODE_CHARACTER = new RegExp(CODE_CHARACTER);

function variants(characters: string): string[] {
  return [...characters].reduce<string[]>(
    (starts, character) => {
      const alike = [...lookAlikesOf(character)].filter((one) => IS_CODE_CHARACTER.test(one));
      return starts.flatMap((start) => alike.map((one) => start + one)).slice(0, MAX_VARIANTS);
    },
    [''],
  );
}

const withGaps = (letters: string): string => [...letters].join(GAP);
const sixTimes = (character: string): string => Array.from({ length: 6 }, () => character).join(GAP);
const inCapitals = (text: string): string => text.normalize('NFKC').toUpperCase();
const withoutGaps = (text: string): string => text.replace(/[^0-9A-Z]/g, '');

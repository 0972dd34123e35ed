import { ORDER_CODE_CHARACTERS, orderCode } from '#features/orders/domain/order-code.ts';
import { MIN_SIMILAR } from './min-characters.ts';
import { type SearchShop, TICKET_CODE_CHARACTERS } from './search-meaning.ts';
import { similarCodes } from './typing-mistakes.ts';

/** What a text may mean if it has a typing mistake. */
export type SimilarMeaning =
  | { readonly kind: 'order' | 'ticket' | 'invoice'; readonly codes: readonly string[] }
  /** The name as typed; its neighbours depend on how the database compares names. */
  | { readonly kind: 'name'; readonly beginning: string };

const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const MAX_NAME_CHARACTERS = 30;

/**
 * Returns what a text may mean with one wrong, missing, extra or swapped character. Empty for a text that is too short,
 * or is neither a code nor a name, such as an address or an amount.
 */
export function similarMeanings(typed: string, { orderPrefix }: Pick<SearchShop, 'orderPrefix'>): SimilarMeaning[] {
  const text = typed.normalize('NFKC').trim();
  if (/[@=<>]/.test(text) || text.length < MIN_SIMILAR) return [];
  const meanings: SimilarMeaning[] = [...codeMeanings(text, orderPrefix)];
  const isName = /^[\p{L}\p{M}'’. -]+$/u.test(text) && text.length <= MAX_NAME_CHARACTERS;
  return isName ? [...meanings, { kind: 'name', beginning: text }] : meanings;
}

function codeMeanings(text: string, prefix: string): SimilarMeaning[] {
  const capitals = text.toUpperCase();
  const isPrefixed = capitals.startsWith(prefix);
  const characters = capitals.replace(/[^0-9A-Z]/g, '');
  const body = isPrefixed ? characters.slice(prefix.length) : characters;
  // The number of a payment or a refund follows the code. Only the order is looked for.
  const withoutNumber = capitals.replace(/-R?\d{1,2}$/, '').replace(/[^0-9A-Z]/g, '');
  const bodies = new Set([body, isPrefixed ? withoutNumber.slice(prefix.length) : withoutNumber]);
  const ofOrder = [...bodies].flatMap((one) =>
    similarCodes(one, { alphabet: CODE_ALPHABET, length: ORDER_CODE_CHARACTERS }),
  );
  // Codes from an earlier system may contain the characters that this shop's codes leave out.
  const earlier = isPrefixed ? swappedLookAlikes(body) : [];
  const orders = [...new Set([...ofOrder, ...earlier])].map((code) => orderCode(prefix, code));
  const tickets = similarCodes(characters, { alphabet: CODE_ALPHABET, length: TICKET_CODE_CHARACTERS });
  const invoices = /\d/.test(capitals) && !/\s/.test(text) ? swappedLookAlikes(capitals) : [];
  return [
    ...(orders.length > 0 ? [{ kind: 'order', codes: orders } as const] : []),
    ...(tickets.length > 0 ? [{ kind: 'ticket', codes: tickets } as const] : []),
    ...(invoices.length > 0 ? [{ kind: 'invoice', codes: invoices } as const] : []),
  ];
}

/** Exchanges O and 0, I and 1: all as digits, or all as letters. */
function swappedLookAlikes(text: string): string[] {
  const digits = text.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  const letters = text.replaceAll('0', 'O').replaceAll('1', 'I');
  return [...new Set([digits, letters])].filter((one) => one !== text);
}

import { findReferences, findRefunds } from '#features/bank-statements/domain/find-references.ts';
import { isCodeWithoutPrefix, ORDER_CODE_CHARACTERS, orderCode } from '#features/orders/domain/order-code.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { spellingsOf } from '#features/payments/domain/transaction-number.ts';
import { amountFrom } from '#features/shop-config/domain/typed-amount.ts';
import { readTicketText } from '#features/tickets/domain/ticket-payload.ts';
import type { MoneySettings } from '#kernel/money.ts';
import { MIN_CHARACTERS } from './min-characters.ts';

/** One thing that a typed or pasted text may mean. */
export type SearchMeaning =
  | { readonly kind: 'order' | 'payment' | 'refund' | 'ticket' | 'invoice' | 'receipt'; readonly code: string }
  /** A code that is not complete yet. */
  | { readonly kind: 'order_beginning' | 'ticket_beginning'; readonly beginning: string }
  /** From a scanned QR code, which contains the ticket's id instead of its code. */
  | { readonly kind: 'scanned'; readonly ticketId: string }
  | { readonly kind: 'email' | 'name'; readonly beginning: string }
  /** The shop's own number for money received. */
  | { readonly kind: 'receipt_id'; readonly id: number }
  /** Minor units. */
  | { readonly kind: 'amount'; readonly amount: number };

export const TICKET_CODE_CHARACTERS = 17;
const TICKET_CODE = /^[2-9A-HJKMNP-Z]+$/;
/** Fewer characters would find tickets by chance. */
const MIN_TICKET_CODE_CHARACTERS = 6;
/** Further characters are not compared, because then the search could be used to guess the rest of a code. */
const MAX_TICKET_CODE_CHARACTERS = 8;

export interface SearchShop {
  readonly orderPrefix: string;
  readonly money: MoneySettings;
}

/**
 * Returns what a text may mean, judged by its shape, so that only what can match is searched. A code in a longer text,
 * such as a line of a bank statement, is found in it. Empty for a text that is too short.
 */
export function searchMeanings(typed: string, shop: SearchShop): SearchMeaning[] {
  const text = typed
    .normalize('NFKC')
    .trim()
    .replace(/^mailto:/i, '');
  if (text.startsWith('=')) return amountMeanings(text.slice(1), shop.money);
  const scanned = readTicketText(text);
  if (scanned) return [{ kind: 'scanned', ticketId: scanned.payload.ticketId }];
  const email = /[^\s<>"',;:()]+@[^\s<>"',;:()]*/.exec(text)?.[0];
  if (email) return [{ kind: 'email', beginning: email.toLowerCase() }];
  const codes = codesIn(text, shop.orderPrefix);
  if (codes.length > 0) return codes;
  const [, receiptId] = NUMBERED_RECEIPT.exec(text) ?? [];
  if (receiptId) return [{ kind: 'receipt_id', id: Number(receiptId) }];
  if (text.length < MIN_CHARACTERS) return [];
  const amount = amountWritten(text, shop.money);
  // Without a currency, it may also be a document's number.
  if (amount !== null) {
    const isNumber = /^[\d.,]+$/.test(text);
    return [{ kind: 'amount', amount }, ...(isNumber ? wordMeanings(text, shop.orderPrefix) : [])];
  }
  const words = wordMeanings(text, shop.orderPrefix);
  if (SHORT_NUMBER.test(text)) return [...words, ...amountMeanings(text, shop.money)];
  return words[0]?.kind === 'order_beginning' ? words : [...words, ...codesAmongWords(text), ...nameMeanings(text)];
}

/** As the office names money received in each of its languages, such as `Receipt 260`. */
const NUMBERED_RECEIPT = /^(?:receipt|zahlungseingang|primitak)\s*#?\s*(\d{1,9})$/i;

/** A whole number this short is more likely an amount than part of a code. */
const SHORT_NUMBER = /^\d{2,4}$/;

function amountMeanings(text: string, money: MoneySettings): SearchMeaning[] {
  const amount = amountFrom(text, money);
  return amount === null ? [] : [{ kind: 'amount', amount }];
}

/** Reads an amount with its currency or with decimals. Returns null for any other number, which may be a code. */
function amountWritten(text: string, money: MoneySettings): number | null {
  const hasDecimals = money.currencyDigits > 0 && new RegExp(`[.,]\\d{1,${money.currencyDigits}}$`).test(text);
  return hasDecimals || /^[^\d]|[^\d]$/.test(text) ? amountFrom(text, money) : null;
}

/** Refunds before payments, because a refund's code begins with its order's. */
function codesIn(text: string, prefix: string): SearchMeaning[] {
  const refunds = findRefunds(text, prefix).map((code): SearchMeaning => ({ kind: 'refund', code }));
  const references = findReferences(text, prefix).flatMap(({ order, payment }): SearchMeaning[] => [
    ...(payment === null ? [] : [{ kind: 'payment', code: payment } as const]),
    { kind: 'order', code: order },
  ]);
  return [...refunds, ...references];
}

/** One word may be a code or a document's number. Some providers' transaction ids have no digit. */
function wordMeanings(text: string, prefix: string): SearchMeaning[] {
  if (/\s/.test(text)) return [];
  const code = normalizeReference(text);
  const isBeginning = code.startsWith(`${prefix}-`) || code === prefix;
  // Codes from an earlier system may be shorter than today's.
  if (isBeginning) {
    return [
      { kind: 'order_beginning', beginning: code },
      { kind: 'payment', code },
      { kind: 'refund', code },
    ];
  }
  const order: SearchMeaning[] = isCodeWithoutPrefix(code) ? [{ kind: 'order', code: orderCode(prefix, code) }] : [];
  const part = partWithoutPrefix(code, prefix);
  const ticket =
    code.length === TICKET_CODE_CHARACTERS ? [{ kind: 'ticket', code } as const] : ticketBeginning(text, code);
  const receipt: SearchMeaning = { kind: 'receipt', code: text };
  if (!/\d/.test(text)) return [...order, ...ticket, receipt];
  return [...order, ...part, ...ticket, { kind: 'invoice', code }, receipt];
}

/** A payment's reference or a refund's code without the prefix, such as `7Q4M2X-2` or `7Q4M2X-R1`. */
function partWithoutPrefix(code: string, prefix: string): SearchMeaning[] {
  const characters = code.slice(0, ORDER_CODE_CHARACTERS);
  const [, refund] = /^-(R?)\d{1,2}$/.exec(code.slice(ORDER_CODE_CHARACTERS)) ?? [];
  if (refund === undefined || !isCodeWithoutPrefix(characters)) return [];
  return [
    { kind: refund === '' ? 'payment' : 'refund', code: orderCode(prefix, code) },
    { kind: 'order', code: orderCode(prefix, characters) },
  ];
}

/** Most codes have a digit near their beginning; without one, capitals distinguish them from names. */
function ticketBeginning(typed: string, code: string): SearchMeaning[] {
  const isLikely = TICKET_CODE.test(code) && (/\d/.test(typed) || typed === typed.toUpperCase());
  return isLikely && code.length >= MIN_TICKET_CODE_CHARACTERS && code.length < TICKET_CODE_CHARACTERS
    ? [{ kind: 'ticket_beginning', beginning: code.slice(0, MAX_TICKET_CODE_CHARACTERS) }]
    : [];
}

/** In a longer text, at most this many words are read as codes or numbers. */
const MAX_NUMBERS = 3;

/** A ticket's code that was written in groups, and numbers of invoices and bank movements in a longer text. */
function codesAmongWords(text: string): SearchMeaning[] {
  const words = text.split(/[\s,;:()]+/).filter((word) => word !== '');
  if (words.length < 2) return [];
  const joined = words.join('').toUpperCase();
  const isTicket = joined.length === TICKET_CODE_CHARACTERS && TICKET_CODE.test(joined) && /\d/.test(joined);
  const numbers = words.filter((word) => word.length > MIN_CHARACTERS && /\d/.test(word)).slice(0, MAX_NUMBERS);
  return [
    ...(isTicket ? [{ kind: 'ticket', code: joined } as const] : []),
    ...(words.every((word) => /\d/.test(word)) ? numberInGroups(text) : []),
    ...numbers.flatMap((word): SearchMeaning[] => [
      { kind: 'invoice', code: normalizeReference(word) },
      { kind: 'receipt', code: word },
    ]),
  ];
}

/** A bank's number, which some statements show in groups. */
const numberInGroups = (text: string): SearchMeaning[] =>
  spellingsOf(text).map((code): SearchMeaning => ({ kind: 'receipt', code }));

/** A name may be written as in lists: last name, comma, first name. */
const nameMeanings = (text: string): SearchMeaning[] =>
  /\p{L}{2}/u.test(text) ? [{ kind: 'name', beginning: text.replace(/^([^,]+),\s*([^,]+)$/, '$2 $1') }] : [];

/** Returns a name of two words with the last name moved to the end; null for any other text. */
export function turnedName(typed: string): string | null {
  const [, one, other] = /^([\p{L}\p{M}'’-]{2,})\s+([\p{L}\p{M}'’-]{2,})$/u.exec(typed.normalize('NFKC').trim()) ?? [];
  return one === undefined ? null : `${other} ${one}`;
}

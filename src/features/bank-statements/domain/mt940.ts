import { currencyDigits, decimalMoney } from '#features/shop-config/domain/decimal-money.ts';
import { electronicNumber } from '#kernel/account-number.ts';
import {
  dayOf,
  joinTexts,
  type Party,
  referenceOrNull,
  type Statement,
  type StatementLine,
  type StoppedLine,
} from './statement.ts';

// SWIFT MT940 with the :86: fields of German, Austrian, Dutch and Croatian banks.

export const looksLikeMt940 = (text: string): boolean => /(^|\n):20:/.test(text) && /\n:(25|60[FM]):/.test(text);

interface Field {
  readonly tag: string;
  readonly lines: readonly string[];
}

/** The statements of a file. Each page of a statement counts as one. Stops at the first line beyond the limit. */
export function readMt940(text: string, file: string, maxLines: number): Statement[] {
  const statements: Field[][] = [];
  let lines = 0;
  for (const field of fieldsOf(text)) {
    if (lines > maxLines) break;
    if (field.tag === '61') lines += 1;
    if (field.tag === '20') statements.push([]);
    statements.at(-1)?.push(field);
  }
  return statements.map((fields) => statementOf(fields, file));
}

function fieldsOf(text: string): Field[] {
  const fields: { tag: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const start = /^(?:\{.*\})?:(\d{2}[A-Z]?|NS):(.*)$/.exec(line);
    if (start) fields.push({ tag: start[1]!, lines: [start[2]!] });
    else if (/^-\}?\s*$/.test(line) || /^\{/.test(line) || line.trim() === '') continue;
    else fields.at(-1)?.lines.push(line);
  }
  return fields;
}

function statementOf(fields: readonly Field[], file: string): Statement {
  const first = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))?.lines.join('') ?? null;
  const opening = balanceOf(first('60F', '60M'));
  const closing = balanceOf(first('62F', '62M'));
  const currency = opening?.currency ?? closing?.currency ?? null;
  const lines: (StatementLine | StoppedLine)[] = [];
  fields.forEach((field, index) => {
    if (field.tag !== '61') return;
    const details = fields[index + 1];
    lines.push(lineOf(field, details?.tag === '86' ? details.lines : [], currency));
  });
  const account = first('25', '25P');
  return {
    format: 'mt940',
    scope: 'days',
    file,
    number: first('28C', '28')?.trim() || null,
    account: account && electronicNumber(account.replace(BIC_BEFORE_ACCOUNT, '')),
    currency,
    opening: opening?.amount ?? null,
    closing: closing?.amount ?? null,
    lines,
  };
}

/** Some banks write `LARKNL2A/NL85LARK0123456789`. German banks write their bank code there, which is all digits. */
const BIC_BEFORE_ACCOUNT = /^\s*[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\//;

function balanceOf(text: string | null): { amount: number | null; currency: string } | null {
  const match = /^([CD])(\d{6})([A-Z]{3})(.*)$/.exec(text?.trim() ?? '');
  if (!match) return null;
  const currency = match[3]!;
  const amount = amountOf(match[4]!, currency);
  return { amount: amount === null ? null : match[1] === 'C' || amount === 0 ? amount : -amount, currency };
}

/** `1234,5` and `1234,`: the comma is part of every amount. */
function amountOf(text: string, currency: string) {
  const match = /^(\d{1,15}),(\d*)$/.exec(text.trim());
  return match && decimalMoney(match[2] === '' ? match[1]! : `${match[1]}.${match[2]}`, currencyDigits(currency));
}

/**
 * The parts of field :61: value date, booking day, mark, funds code, amount, type, the payer's and the bank's
 * reference.
 */
const LINE = /^(\d{6})(\d{4})?(RC|RD|EC|ED|C|D)([A-Z]?)([^A-Z]*?)([NSF][A-Z0-9]{3})(.*?)(?:\/\/(.*))?$/;

function lineOf(field: Field, details: readonly string[], currency: string | null): StatementLine | StoppedLine {
  const [first, ...more] = field.lines;
  const words = detailsOf(details);
  const stopped = (why: StoppedLine['why'], bookedOn: string | null = null): StoppedLine => ({
    kind: 'stopped',
    why,
    bookedOn,
    text: joinTexts([first, ...more, words.text]).slice(0, 300),
  });
  const match = LINE.exec(first!);
  if (!match || !currency) return stopped('line_unreadable');
  const [, value, booking, mark, , written, , ownReference, bankReference] = match;
  const bookedOn = bookingDay(value!, booking);
  if (!bookedOn) return stopped('day_unreadable');
  if (mark === 'EC' || mark === 'ED') return stopped('not_booked_yet', bookedOn);
  const amount = amountOf(written!, currency);
  if (!amount) return stopped('amount_unreadable', bookedOn);
  return {
    kind: 'line',
    bookedOn,
    // RC takes back a credit, so money goes out.
    direction: mark === 'C' || mark === 'RD' ? 'in' : 'out',
    amount,
    currency,
    isReturn: mark === 'RC' || mark === 'RD' || words.isReturn,
    returnReason: words.returnReason,
    bankReference: referenceOrNull(bankReference),
    endToEndId: referenceOrNull(words.endToEndId) ?? referenceOrNull(ownReference),
    structuredReference: words.structuredReference,
    text: joinTexts([words.text, ...more]),
    party: words.party,
    paymentFile: words.paymentFile,
    batch: null,
  };
}

/** The booking day has no year; it is within half a year of the value date. */
function bookingDay(value: string, booking: string | undefined): string | null {
  const year = 2000 + Number(value.slice(0, 2));
  const valueMonth = Number(value.slice(2, 4));
  if (!booking) return dayOf(year, valueMonth, Number(value.slice(4)));
  const month = Number(booking.slice(0, 2));
  const turn = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0;
  return dayOf(year + turn, month, Number(booking.slice(2)));
}

interface Details {
  readonly text: string;
  readonly party: Party;
  readonly endToEndId: string | null;
  readonly structuredReference: string | null;
  readonly paymentFile: string | null;
  readonly isReturn: boolean;
  readonly returnReason: string;
}

function detailsOf(lines: readonly string[]): Details {
  const unwrapped = lines.join('');
  // Three digits and then any character that separates the subfields, mostly "?".
  const german = /^(\d{3})([^\w\s])(?=\d\d)/.exec(unwrapped);
  if (german) return germanDetails(unwrapped.slice(3), german[2]!, german[1]!);
  if (/^\/[A-Z]{2,5}\//.test(unwrapped)) return slashDetails(unwrapped);
  return { ...NOTHING, text: joinTexts(lines) };
}

const NOTHING: Details = {
  text: '',
  party: { name: null, iban: null },
  endToEndId: null,
  structuredReference: null,
  paymentFile: null,
  isReturn: false,
  returnReason: '',
};

/** German codes of returned collections and transfers. */
const RETURN_CODES = ['108', '109', '159', '181', '182', '183', '184'];

/** Fields ?20 to ?29 and ?60 to ?63 are one text, cut every 27 characters; keywords such as SVWZ+ divide it. */
function germanDetails(text: string, separator: string, code: string): Details {
  const fields = new Map<string, string>();
  for (const part of text.split(separator).slice(1)) {
    const number = part.slice(0, 2);
    if (/^\d\d$/.test(number)) fields.set(number, `${fields.get(number) ?? ''}${part.slice(2)}`);
  }
  const some = (numbers: readonly string[]) => numbers.map((number) => fields.get(number) ?? '').join('');
  const purpose = some(['20', '21', '22', '23', '24', '25', '26', '27', '28', '29', '60', '61', '62', '63']);
  const keywords = new Map<string, string>();
  for (const [, name, value] of purpose.matchAll(
    /([A-Z]{4})\+(.*?)(?=(?:EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+|$)/gs,
  )) {
    keywords.set(name!, value!.trim());
  }
  const iban = fields.get('31')?.trim() || keywords.get('IBAN') || null;
  return {
    text: joinTexts([keywords.get('SVWZ') ?? purpose]),
    party: { name: joinTexts([some(['32', '33'])]) || null, iban: iban && electronicNumber(iban) },
    endToEndId: keywords.get('EREF') ?? null,
    structuredReference: null,
    paymentFile: keywords.get('KREF') ?? null,
    isReturn: RETURN_CODES.includes(code),
    returnReason: joinTexts([fields.get('34'), fields.get('00')]),
  };
}

/** `/EREF/…/ORDP//NAME/…/REMI//USTD//…/`, as Dutch and Belgian banks write it. */
function slashDetails(text: string): Details {
  const values = new Map<string, string>();
  const keys = [
    ...text.matchAll(
      /\/(EREF|PREF|MARF|CSID|ORDP|BENM|CNTP|REMI|NAME|IBAN|ADDR|ISDT|RTRN|TRCD|ULTD|ULTC|PURP|SVCL|SWOC|TRTP|STRD|USTD|CUR|BIC)(?=\/)/g,
    ),
  ];
  keys.forEach((key, index) => {
    const end = keys[index + 1]?.index ?? text.length;
    const value = text.slice(key.index + key[0].length + 1, end).replace(/\/+$/, '');
    if (!values.has(key[1]!)) values.set(key[1]!, value.trim());
  });
  // ING: /CNTP/<IBAN>/<BIC>/<name>/
  const [iban, , name] = values.get('CNTP')?.split('/') ?? [];
  const account = values.get('IBAN') ?? iban;
  const structured = values.get('STRD') === undefined ? null : /RF\d{2}[A-Z0-9]{1,21}/.exec(text)?.[0];
  return {
    text: joinTexts([text.replace(/\//g, ' ')]),
    party: { name: values.get('NAME') || name || null, iban: account ? electronicNumber(account) : null },
    endToEndId: values.get('EREF') ?? null,
    structuredReference: structured ?? null,
    paymentFile: values.get('PREF') ?? null,
    isReturn: values.has('RTRN'),
    returnReason: values.get('RTRN') ?? '',
  };
}

import type { CsvRole } from './csv-columns.ts';

/**
 * Words that German, English and Croatian banks use in headings, best first, in the form that `plainHeading` returns.
 * The heading of another role may contain one of the words, so the guess also looks at the values.
 */
export const HEADING_WORDS: Readonly<Record<CsvRole, readonly RegExp[]>> = {
  date: [
    /^(buchungstag|buchungsdatum|buchung|booking date|booked on|posting date|transaction date|date completed utc)$/,
    /^(completed date|datum knjizenja|datum izvrsenja|datum transakcije|datum prometa|datum placanja)$/,
    /^(datum|date|tag)( utc)?$/,
    /^(?!.*(valu|wert|start)).*\b(datum|date|buchungs\w+)\b/,
    /\b(valut\w*|wertstellung\w*|value date)\b/,
  ],
  amount: [
    /^(betrag|umsatz|amount|iznos|value|summe)( (in )?(eur|euro|gbp|chf))?$/,
    /^(?!.*(urspr|orig|auslagen|gebuhr|fee|fremd|foreign|tecaj|kurs|rate|saldo|balance|stanje|tax|porez)).*\b(betrag|umsatz|amount|iznos)\b/,
  ],
  amount_in: [
    /\b(haben|gutschrift\w*|credit\w*|paid in|money in|eingang|einzahlung\w*|deposit\w*)\b/,
    /^(?!.*\bbroj\b).*\b(uplat\w*|potraz\w*|priljev\w*|primic\w*|u korist|odobrenj\w*)\b/,
  ],
  amount_out: [
    /\b(soll|lastschrift\w*|belastung\w*|debit\w*|paid out|money out|ausgang|auszahlung\w*|withdrawal\w*)\b/,
    /^(?!.*\bbroj\b).*\b(isplat\w*|dugov\w*|duguje|odljev\w*|izdac\w*|na teret|terecenj\w*)\b/,
  ],
  direction: [
    /\b(soll haben|s h|h s|debit credit|credit debit|dr cr|d c|cdtdbtind|af bij|direction|vorzeichen|sign)\b/,
    /\b(smjer|d p|duguje potrazuje|vrsta|type|typ|umsatzart|art|kennzeichen)\b/,
    /^$/,
    /./,
  ],
  currency: [
    /^(wahrung|waehrung|currency|valuta|devise|ccy|valuta racuna|oznaka valute)$/,
    /\b(wa?e?hrung|currency|valuta)\b/,
  ],
  text: [
    /\b(verwendungszweck\w*|zahlungsgrund|zahlungsreferenz|purpose|remittance\w*|payment reference|betreff|mitteilung)\b/,
    /\b(svrha|opis placanja|opis|poziv na broj|notifications?|narrative|description|buchungs ?details|message)\b/,
    /\b(details|memo|info|particulars|napomena|text|buchungstext)\b/,
  ],
  name: [
    /\b(zahlungspflichtige\w*|auftraggeber\w*|payer name|payer|platitelj\w*|debtor name|sender)\b/,
    /\b(name zahlungsbeteiligter|partner ?name|counterparty name|name des partners|payee name|naziv|ime)\b/,
    /\b(zahlungsbeteiligt\w*|partner|counterparty|primatelj\w*|beg(u|ue)nstigt\w*|empfanger\w*|other party|name)\b/,
  ],
  iban: [
    /\biban\b.*\b(zahlungsbeteilig\w*|auftraggeber\w*|partner|platitelj\w*|payer|gegen\w*|sender|counterparty)\b/,
    /\b(partner|platitelj\w*|payer|counterparty|gegen\w*|sender)\b.*\b(iban|konto\w*|racun\w*|account)\b/,
    /\b(gegenkonto|counterparty)\b/,
    /\b(iban|kontonummer|konto|racun\w*|account|payee account number)\b/,
  ],
  account: [
    /\b(auftragskonto|kontoinhaber|own account|eigenes konto|vlastiti racun|racun vlasnika|moj racun|account iban)\b/,
    /^(account|account number|account no|konto|kontonummer|broj racuna|racun)$/,
  ],
  bank_reference: [
    /^(transaction id|transaktions ?id|umsatz ?id|bank ?reference|bankreferenz|buchungsreferenz|transferwise id|id)$/,
    /^(broj transakcije|id transakcije|referenca|referenca transakcije|referenca banke|broj naloga)$/,
  ],
  end_to_end_id: [/\b(end to end|endtoend\w*|e2e)\b/, /^kundenreferenz$/],
};

/** May contain an order’s code or only a number of the bank, so it is added to the payment text, if there is one. */
export const REFERENCE_WORDS = /\b(reference|referenz)\b/;

/** `Kundenreferenz (End-to-End)` is `kundenreferenz end to end`: lower case, without accents and punctuation. */
export const plainHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** What banks write for money out and money in if one column gives the direction. */
export const DIRECTION_WORDS: readonly (readonly [out: string, into: string])[] = [
  ['S', 'H'],
  ['D', 'C'],
  ['D', 'P'],
  ['DR', 'CR'],
  ['-', '+'],
  ['Debit', 'Credit'],
  ['DBIT', 'CRDT'],
  ['Soll', 'Haben'],
  ['Lastschrift', 'Gutschrift'],
  ['Belastung', 'Gutschrift'],
  ['Ausgang', 'Eingang'],
  ['Af', 'Bij'],
  ['OUT', 'IN'],
  ['Isplata', 'Uplata'],
  ['Duguje', 'Potražuje'],
  ['Odljev', 'Priljev'],
  ['Terećenje', 'Odobrenje'],
];

export const isSameWord = (one: string, other: string | null): boolean => one.toLowerCase() === other?.toLowerCase();

/** The words for money in that banks use together with a word for money out; empty for an unknown word. */
export const moneyInWordsFor = (out: string): string[] =>
  DIRECTION_WORDS.filter(([word]) => isSameWord(word, out)).map(([, into]) => into);

/** Whether the headings are Croatian, which decides between two character sets. */
export const areCroatian = (headings: readonly string[]): boolean =>
  headings.some((heading) =>
    /\b(datum (valute|izvr|knji)|iznos|opis|svrha|platitelj|primatelj|uplat|isplat|ra.un|pla.anj|stanje|duguje)/.test(
      heading.toLowerCase(),
    ),
  );

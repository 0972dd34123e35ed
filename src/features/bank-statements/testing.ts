import { minor } from '#kernel/money.ts';
import type { Statement, StatementLine } from './domain/statement.ts';

/** `amount` in minor units. */
export type LineParts = Partial<Omit<StatementLine, 'amount'>> & { readonly amount: number };

export const aLine = (over: LineParts): StatementLine => ({
  kind: 'line',
  bookedOn: '2026-11-19',
  direction: 'in',
  currency: 'EUR',
  isReturn: false,
  returnReason: '',
  bankReference: null,
  endToEndId: null,
  structuredReference: null,
  text: '',
  party: { name: null, iban: null },
  paymentFile: null,
  batch: null,
  ...over,
  ...{ amount: minor(over.amount) },
});

export const aStatement = (lines: Statement['lines'], over: Partial<Statement> = {}): Statement => ({
  format: 'camt',
  scope: 'days',
  file: 'statement.xml',
  number: null,
  account: 'NL85LARK0123456789',
  currency: 'EUR',
  opening: null,
  closing: null,
  ...over,
  lines,
});

export interface CamtEntry {
  /** `76.00`; negative for money out. */
  readonly amount: string;
  readonly day?: string;
  readonly reference?: string;
  readonly text?: string;
  readonly name?: string;
  readonly iban?: string;
  readonly endToEndId?: string;
  readonly returned?: { readonly code: string; readonly words: string };
  readonly paymentFile?: string;
  /** Default: EUR. */
  readonly currency?: string;
}

/** A camt.053 with these entries and balances that match those in euros. */
export function camtOf(entries: readonly CamtEntry[], account = 'NL85LARK0123456789'): string {
  const cents = entries.reduce(
    (all, { amount, currency = 'EUR' }) => all + (currency === 'EUR' ? Math.round(Number(amount) * 100) : 0),
    0,
  );
  const balance = (code: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${(Math.abs(amount) / 100).toFixed(2)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>${account}</IBAN></Id></Acct>${balance('OPBD', 0)}${balance('CLBD', cents)}
${entries.map(entryXml).join('\n')}
</Stmt></BkToCstmrStmt></Document>`;
}

function entryXml(entry: CamtEntry): string {
  const isOut = entry.amount.startsWith('-');
  const party = isOut ? 'Cdtr' : 'Dbtr';
  const some = (text: string | undefined, xml: (escaped: string) => string) =>
    text === undefined ? '' : xml(text.replace(/&/g, '&amp;').replace(/</g, '&lt;'));
  return `<Ntry><Amt Ccy="${entry.currency ?? 'EUR'}">${entry.amount.replace('-', '')}</Amt><CdtDbtInd>${isOut ? 'DBIT' : 'CRDT'}</CdtDbtInd>
<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${entry.day ?? '2026-11-19'}</Dt></BookgDt>
${some(entry.reference, (text) => `<AcctSvcrRef>${text}</AcctSvcrRef>`)}
<NtryDtls>${some(entry.paymentFile, (text) => `<Btch><PmtInfId>${text}</PmtInfId></Btch>`)}<TxDtls>
<Refs>${some(entry.endToEndId, (text) => `<EndToEndId>${text}</EndToEndId>`)}</Refs>
<RltdPties>${some(entry.name, (text) => `<${party}><Pty><Nm>${text}</Nm></Pty></${party}>`)}
${some(entry.iban, (text) => `<${party}Acct><Id><IBAN>${text}</IBAN></Id></${party}Acct>`)}</RltdPties>
<RmtInf>${some(entry.text, (text) => `<Ustrd>${text}</Ustrd>`)}</RmtInf>
${entry.returned ? `<RtrInf><Rsn><Cd>${entry.returned.code}</Cd></Rsn><AddtlInf>${entry.returned.words}</AddtlInf></RtrInf>` : ''}
</TxDtls></NtryDtls></Ntry>`;
}

import { MAX_NAME_LENGTH, sepaText } from './sepa-text.ts';

export interface Payer {
  readonly name: string;
  /** Without spaces. */
  readonly iban: string;
  readonly bic: string | null;
}

export interface Transfer {
  /** At most 35 characters; shown on the bank statement. */
  readonly endToEndId: string;
  /** Euro cents. */
  readonly amount: number;
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  /** Shown to the payee. */
  readonly text: string;
}

export interface CreditTransferFile {
  /** A bank executes a file only once for each message id. At most 35 characters. */
  readonly messageId: string;
  readonly createdAt: Date;
  /** Day of execution, `2026-11-20`. */
  readonly day: string;
  readonly payer: Payer;
  readonly transfers: readonly Transfer[];
}

/**
 * `SLK-REFUNDS-20261120-100000000`, also the file's name. `localTime` is the shop's, such as `2026-11-20T10:00:00.000`.
 * Fewer than 35 characters even with the longest prefix, because a truncated id would not be unique.
 */
export function newMessageId(orderPrefix: string, localTime: string): string {
  const digits = localTime.replace(/\D/g, '');
  return `${orderPrefix}-REFUNDS-${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** ISO 20022 pain.001.001.09 with the restrictions of SEPA credit transfers. */
export function creditTransferXml(file: CreditTransferFile): string {
  const { payer, transfers } = file;
  const sum = euros(transfers.reduce((all, transfer) => all + transfer.amount, 0));
  const counts = [element('NbOfTxs', String(transfers.length)), element('CtrlSum', sum)];
  const header = parent('GrpHdr', [
    element('MsgId', sepaText(file.messageId, 35)),
    element('CreDtTm', file.createdAt.toISOString().replace(/\.\d+Z$/, 'Z')),
    ...counts,
    parent('InitgPty', [element('Nm', sepaText(payer.name, MAX_NAME_LENGTH))]),
  ]);
  const payment = parent('PmtInf', [
    element('PmtInfId', sepaText(file.messageId, 35)),
    element('PmtMtd', 'TRF'),
    ...counts,
    parent('PmtTpInf', [parent('SvcLvl', [element('Cd', 'SEPA')])]),
    parent('ReqdExctnDt', [element('Dt', file.day)]),
    parent('Dbtr', [element('Nm', sepaText(payer.name, MAX_NAME_LENGTH))]),
    account('DbtrAcct', payer.iban),
    agent('DbtrAgt', payer.bic),
    element('ChrgBr', 'SLEV'),
    ...transfers.map(transferXml),
  ]);
  const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${parent('CstmrCdtTrfInitn', [header, payment])}</Document>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}

const transferXml = (transfer: Transfer): string =>
  parent('CdtTrfTxInf', [
    parent('PmtId', [element('EndToEndId', sepaText(transfer.endToEndId, 35))]),
    parent('Amt', [`<InstdAmt Ccy="EUR">${euros(transfer.amount)}</InstdAmt>`]),
    ...(transfer.bic === null ? [] : [agent('CdtrAgt', transfer.bic)]),
    parent('Cdtr', [element('Nm', sepaText(transfer.name, MAX_NAME_LENGTH))]),
    account('CdtrAcct', transfer.iban),
    parent('RmtInf', [element('Ustrd', sepaText(transfer.text, 140))]),
  ]);

/** The bank is mandatory; without a BIC it is marked as not provided. */
const agent = (name: string, bic: string | null): string =>
  parent(name, [
    parent('FinInstnId', [bic === null ? parent('Othr', [element('Id', 'NOTPROVIDED')]) : element('BICFI', bic)]),
  ]);

const account = (name: string, iban: string): string => parent(name, [parent('Id', [element('IBAN', iban)])]);

/** Formats the digits, because a float could lose a cent. */
function euros(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`Not an amount to transfer: ${cents}`);
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const parent = (name: string, children: readonly string[]): string => `<${name}>${children.join('')}</${name}>`;

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

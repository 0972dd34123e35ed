import { currencyDigits, decimalMoney } from '#features/shop-config/domain/decimal-money.ts';
import { electronicNumber } from '#kernel/account-number.ts';
import { type Minor, sum } from '#kernel/money.ts';
import {
  isoDay,
  joinTexts,
  referenceOrNull,
  type StatementLine,
  type StoppedLine,
  type StopReason,
} from './statement.ts';
import { all, allText, at, textAt, type XmlElement } from './xml-element.ts';

// ISO 20022 bank statements, messages camt.052, .053 and .054 in versions 2 to 13. The paths of newer versions come
// before those of older ones.

/** Returns the line of one `Ntry`, or those of an itemised batch booking; lines that cannot be booked as stopped. */
export function linesOfEntry(entry: XmlElement): (StatementLine | StoppedLine)[] {
  const parts = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  const bookedOn = isoDay(textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'));
  const stopped = (why: StopReason): StoppedLine[] => [
    { kind: 'stopped', why, bookedOn, text: joinTexts([allText(entry)]).slice(0, 300) },
  ];
  if ((textAt(entry, 'Sts/Cd', 'Sts') ?? 'BOOK') !== 'BOOK') {
    const text = joinTexts((parts.length === 0 ? [undefined] : parts).flatMap((part) => payerAndText(entry, part)));
    return [{ kind: 'stopped', why: 'not_booked_yet', bookedOn, text: text.slice(0, 300) }];
  }
  const money = moneyOf(at(entry, 'Amt'));
  if (!money || money.amount === 0) return stopped('amount_unreadable');
  if (bookedOn === null) return stopped('day_unreadable');
  const direction = directionOf(entry);
  if (!direction) return stopped('direction_unreadable');
  const batches = all(entry, 'NtryDtls').map((details) => at(details, 'Btch'));
  const entryFacts = { ...money, bookedOn, direction, batch: batches.find((batch) => batch !== undefined) };
  const partsFacts = parts.map((part) => {
    const own = moneyOf(at(part, 'Amt') ?? at(part, 'AmtDtls/TxAmt/Amt'));
    return own && own.currency === money.currency && own.amount > 0
      ? { ...entryFacts, amount: own.amount, direction: directionOf(part) ?? direction }
      : null;
  });
  // Outside a batch, a single part may have the amount before charges.
  const isOfBatch = entryFacts.batch !== undefined && (partsFacts[0]?.amount ?? money.amount) !== money.amount;
  if (parts.length <= 1 && !isOfBatch) return [lineOf(entry, parts[0], entryFacts, { hasParts: false })];
  const signedAmounts = partsFacts.map((part) =>
    part ? (part.direction === direction ? part.amount : -part.amount) : 0,
  );
  if (partsFacts.includes(null) || sum(signedAmounts) !== money.amount) return stopped('parts_differ');
  return parts.map((part, index) => lineOf(entry, part, partsFacts[index]!, { hasParts: true }));
}

interface LineFacts {
  readonly amount: Minor;
  readonly currency: string;
  readonly bookedOn: string;
  readonly direction: 'in' | 'out';
  readonly batch: XmlElement | undefined;
}

function lineOf(
  entry: XmlElement,
  part: XmlElement | undefined,
  { amount, currency, bookedOn, direction, batch }: LineFacts,
  { hasParts }: { hasParts: boolean },
): StatementLine {
  const entryReference = referenceOrNull(textAt(entry, 'AcctSvcrRef'));
  const partReference = referenceOrNull(textAt(part, 'Refs/AcctSvcrRef', 'Refs/TxId', 'Refs/InstrId'));
  const party = partyOf(direction);
  const count = textAt(batch, 'NbOfTxs');
  // Some banks leave the number out. Then a batch without details is one whose payments are unknown.
  const isUnsplit = !hasParts && (count === null ? batch !== undefined && part === undefined : Number(count) > 1);
  const returned = at(part, 'RtrInf');
  return {
    kind: 'line',
    bookedOn,
    direction,
    amount,
    currency,
    isReturn: isTrue(textAt(entry, 'RvslInd')) || returned !== undefined || isReturnCode(entry) || isReturnCode(part),
    returnReason: returned
      ? joinTexts([textAt(returned, 'Rsn/Cd', 'Rsn/Prtry'), ...all(returned, 'AddtlInf').map(({ text }) => text)])
      : '',
    bankReference: hasParts ? unlessRepeated(partReference, entryReference) : (entryReference ?? partReference),
    endToEndId: isUnsplit ? null : referenceOrNull(textAt(part, 'Refs/EndToEndId')),
    structuredReference: isUnsplit ? null : textAt(part, 'RmtInf/Strd/CdtrRefInf/Ref'),
    text: textOf(entry, part),
    party: {
      name: nameOf(part, party),
      iban: ibanAt(part, `RltdPties/${party}Acct/Id/IBAN`),
    },
    paymentFile: referenceOrNull(textAt(batch, 'PmtInfId', 'MsgId') ?? textAt(part, 'Refs/PmtInfId', 'Refs/MsgId')),
    batch: hasParts || isUnsplit ? { reference: entryReference, isSplit: hasParts } : null,
  };
}

const partyOf = (direction: 'in' | 'out' | null): 'Dbtr' | 'Cdtr' => (direction === 'out' ? 'Cdtr' : 'Dbtr');

const nameOf = (part: XmlElement | undefined, party: 'Dbtr' | 'Cdtr'): string | null =>
  textAt(
    part,
    ...['', 'Ultmt'].flatMap((which) => [`RltdPties/${which}${party}/Pty/Nm`, `RltdPties/${which}${party}/Nm`]),
  );

const textOf = (entry: XmlElement, part: XmlElement | undefined): string =>
  joinTexts([
    ...all(at(part, 'RmtInf'), 'Ustrd').map(({ text }) => text),
    ...all(at(part, 'RmtInf'), 'Strd').flatMap((strd) => all(strd, 'AddtlRmtInf').map(({ text }) => text)),
    textAt(part, 'AddtlTxInf'),
    textAt(entry, 'AddtlNtryInf'),
  ]);

const payerAndText = (entry: XmlElement, part: XmlElement | undefined): (string | null)[] => [
  nameOf(part, partyOf(directionOf(entry))),
  textOf(entry, part),
];

/** Returns the part's reference unless it is the entry's, which some banks repeat in each part. */
const unlessRepeated = (part: string | null, entry: string | null): string | null => (part === entry ? null : part);

const ibanAt = (element: XmlElement | undefined, path: string): string | null => {
  const text = textAt(element, path);
  return text && electronicNumber(text);
};

const isTrue = (text: string | null): boolean => text === 'true' || text === '1';

/** SEPA returns, even if the bank gives no reason. */
const isReturnCode = (element: XmlElement | undefined): boolean =>
  ['RRTN', 'RPCR', 'RRCL'].includes(textAt(element, 'BkTxCd/Domn/Fmly/SubFmlyCd') ?? '');

const directionOf = (element: XmlElement): 'in' | 'out' | null => {
  const mark = textAt(element, 'CdtDbtInd');
  return mark === 'CRDT' ? 'in' : mark === 'DBIT' ? 'out' : null;
};

function moneyOf(element: XmlElement | undefined): { amount: Minor; currency: string } | null {
  const currency = element?.attributes.Ccy;
  if (!element || !currency || !/^[A-Z]{3}$/.test(currency)) return null;
  const amount = decimalMoney(element.text.trim(), currencyDigits(currency));
  return amount === null ? null : { amount, currency };
}

export const accountOf = (account: XmlElement): { account: string | null; currency: string | null } => {
  const id = textAt(account, 'Id/IBAN', 'Id/Othr/Id');
  return { account: id && electronicNumber(id), currency: textAt(account, 'Ccy') };
};

/** Null for balances other than the opening and closing ones; `amount` is null if it is unreadable. */
export function balanceOf(balance: XmlElement): { which: 'opening' | 'closing'; amount: number | null } | null {
  const code = textAt(balance, 'Tp/CdOrPrtry/Cd');
  const which = code === 'OPBD' || code === 'PRCD' ? 'opening' : code === 'CLBD' ? 'closing' : null;
  if (!which) return null;
  const money = moneyOf(at(balance, 'Amt'));
  const direction = directionOf(balance);
  if (!money || !direction) return { which, amount: null };
  return { which, amount: direction === 'in' ? money.amount : money.amount === 0 ? 0 : -money.amount };
}

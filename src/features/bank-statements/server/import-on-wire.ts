import { createHash } from 'node:crypto';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import { isBookable, isSure, recordedMoneyOf } from '../domain/line-booking.ts';
import type { Match } from '../domain/line-matches.ts';
import { isSameAccount } from '../domain/match-lines.ts';
import type { EarlierStatement, StatementRow } from './import-store.ts';
import { effectWords, matchWords, targetWords } from './match-words.ts';
import type { OpenedLine } from './open-import.ts';
import { accountsOf, type ImportLine } from './prepare-import.ts';
import type { RecordedMoney } from './recorded-money.ts';

const MAX_TEXT_LENGTH = 140;
const AS_MATCHED = { kind: 'as_matched' } as const;

/** A digest that changes when the line would be booked differently. */
export const markOf = ({ identity, match }: Pick<ImportLine, 'identity' | 'match'>): string =>
  createHash('sha256')
    .update(JSON.stringify([identity, match]))
    .digest('base64url')
    .slice(0, 22);

export function lineOnWire(line: OpenedLine, language: Language, { public: shop }: Shop) {
  const { number, identity, facts, match, amount, bookedOn, undoneAt, undoneBy, elsewhere } = line;
  const money = (minor: number) => formatMoney(minor, shop);
  const isLine = facts?.kind === 'line';
  const lastUndone = line.receiptsNow.find((receipt) => receipt.undoneAt !== null)?.undoneAt ?? undoneAt;
  const isOpenMoney = match !== null && ['certain', 'likely', 'unknown'].includes(match.kind);
  return {
    number,
    mark: match === null ? '' : markOf({ identity, match }),
    group: groupOf(line),
    is_sure: match !== null && elsewhere?.isIgnored !== true && isSure(match),
    can_book: match !== null && isBookable(match, AS_MATCHED),
    is_open_money: isOpenMoney,
    day: bookedOn,
    amount,
    currency: isLine ? facts.currency : null,
    party: isLine ? (facts.party.name ?? '') : '',
    text: facts?.text.slice(0, MAX_TEXT_LENGTH) ?? '',
    pays: match?.kind === 'certain' ? match.target.reference : null,
    why: match === null ? '' : matchWords(language, match, money),
    effect: match === null ? '' : effectWords(language, match),
    choices: choicesOf(match).map((target) => ({
      order: target.order,
      words: targetWords(language, target, { isShared: false, money }),
    })),
    result: resultOf(line),
    recorded: line.recorded.map(recordedOnWire),
    can_confirm: match !== null && recordedMoneyOf(match) !== null,
    undone: lastUndone !== null && line.outcome === null ? { at: toInstant(lastUndone), by: undoneBy } : null,
    elsewhere: elsewhere?.importId ?? null,
  };
}

const recordedOnWire = (money: RecordedMoney) => ({
  receipt: 'receipt' in money ? money.receipt : null,
  refund: 'refund' in money ? money.refund : null,
  order: money.order,
  transaction: 'receipt' in money ? money.transaction : null,
  is_waiting: 'receipt' in money && money.isOpen,
  by: money.by,
  at: toInstantOrNull(money.at),
});

function groupOf({ outcome, match, elsewhere }: OpenedLine): Match['kind'] | 'done' | 'ignored' {
  if (outcome === 'ignored') return 'ignored';
  if (outcome !== null) return 'done';
  if (match === null) return 'stopped';
  if (match.kind !== 'booked' && elsewhere?.isIgnored) return 'ignored';
  return match.kind;
}

const choicesOf = (match: Match | null) => (match?.kind === 'likely' && !match.isShared ? match.targets : []);

function resultOf({ outcome, match, doneAt, doneBy, reason, bookedAs, receiptsNow, elsewhere }: OpenedLine) {
  if (outcome === null && match?.kind !== 'booked' && !elsewhere?.isIgnored) return null;
  const orders = receiptsNow.flatMap(({ order }) => order ?? []);
  return {
    outcome,
    at: toInstantOrNull(outcome === null ? null : doneAt),
    by: outcome === null ? null : doneBy,
    reason: outcome === null ? (elsewhere?.reason ?? '') : reason,
    orders: orders.length > 0 ? [...new Set(orders)] : [...(bookedAs?.orders ?? [])],
    refunds: [...(bookedAs?.refunds ?? [])],
    payout: bookedAs?.payout ?? null,
    waiting: receiptsNow.filter(({ isOpen }) => isOpen).map(({ id }) => id),
    can_undo: outcome === null ? bookedAs?.isConfirmed === true : outcome !== 'refund_returned',
  };
}

export function statementOnWire(statement: StatementRow, before: EarlierStatement | undefined, shop: Shop) {
  const { file, account, number, currency, firstDay, lastDay, opening, closing, isBalanced } = statement;
  const own = accountsOf(shop);
  return {
    ...{ file, account, number, currency, opening, closing },
    is_own: account === null || own.length === 0 ? null : own.some((iban) => isSameAccount(iban, account)),
    first_day: firstDay,
    last_day: lastDay,
    is_balanced: isBalanced,
    follows: followsOf(statement, before),
    before: before ? { import: before.importId, last_day: before.lastDay, closing: before.closing } : null,
  };
}

type Follows = 'first' | 'follows' | 'gap' | 'overlaps' | 'unknown';

function followsOf({ scope, account, firstDay, opening }: StatementRow, before: EarlierStatement | undefined): Follows {
  if (scope !== 'days' || account === null || firstDay === null) return 'unknown';
  if (!before) return 'first';
  if (before.lastDay >= firstDay) return 'overlaps';
  if (opening === null || before.closing === null) return 'unknown';
  return opening === before.closing ? 'follows' : 'gap';
}

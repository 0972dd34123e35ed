import { spellingsOf } from '#features/payments/domain/transaction-number.ts';
import { findPayout, mentionsPayout } from '#features/payouts/domain/find-payout.ts';
import type { RefundStatus } from '#features/refunds/domain/refund-status.ts';
import { areCloseNames } from './close-names.ts';
import { type FoundReference, findBareCodes, findLookAlikes, findReferences, findRefunds } from './find-references.ts';
import type {
  IdentifiedLine,
  Known,
  KnownOrder,
  KnownRefund,
  LikelyReason,
  Match,
  MoneyOut,
  Target,
} from './line-matches.ts';
import { RunningPayments } from './running-payments.ts';
import type { StatementLine, StoppedLine } from './statement.ts';

/** Matches lines in their order, each as if the lines before it were booked. */
export function matchLines(lines: readonly IdentifiedLine[], known: Known): Match[] {
  const parts = lines.flatMap(({ otherIdentity }) => otherIdentity ?? []);
  const matcher = new LineMatcher(known, new Set(parts));
  return lines.map((line) => matcher.match(line));
}

export const stoppedMatch = ({ why, cell }: StoppedLine): Match => ({ kind: 'stopped', why, cell });

/** Everything in a line that can contain a code. */
export const wordsOf = ({ endToEndId, structuredReference, text }: StatementLine): string[] =>
  [structuredReference, endToEndId, text].flatMap((words) => (words ? words.slice(0, MAX_TEXT_LENGTH) : []));

/** Far more than a payer can write. */
const MAX_TEXT_LENGTH = 2_000;

class LineMatcher {
  readonly known: Known;
  readonly payments: RunningPayments;
  readonly refundStatus = new Map<string, RefundStatus>();
  readonly taken = new Set<string>();
  /** Orders that lines before this one pay, by `IdentifiedLine.payer`. */
  readonly paidInImport = new Map<string, Set<string>>();
  /** Keys of the batches whose parts are among the lines. */
  readonly listedHere: ReadonlySet<string>;

  constructor(known: Known, listedHere: ReadonlySet<string>) {
    this.known = known;
    this.payments = new RunningPayments(known);
    this.listedHere = listedHere;
  }

  match({ line, identity, otherIdentity, account, payer, waitReason }: IdentifiedLine): Match {
    const { known } = this;
    if (account !== null && known.accounts.length > 0 && !known.accounts.some((own) => isSameAccount(own, account))) {
      return { kind: 'stopped', why: 'other_account' };
    }
    const isBooked = [identity, otherIdentity].some(
      (one) => one !== null && (known.booked.has(one) || this.taken.has(one)),
    );
    const partsState = this.known.batches.get(identity);
    if (isBooked) return { kind: 'booked' };
    if (partsState === 'done') return { kind: 'booked', why: 'in_parts' };
    if (line.currency !== known.currency) return { kind: 'stopped', why: 'other_currency' };
    if (waitReason) return { kind: 'stopped', why: waitReason };
    if (partsState === 'open' || this.listedHere.has(identity)) return { kind: 'stopped', why: 'parts_listed' };
    // The parts of an unsplit batch may follow in another file.
    if (!line.batch || line.batch.isSplit) this.taken.add(identity);
    const match = line.direction === 'out' ? this.moneyOut(line) : this.moneyIn(line, identity, payer);
    if (match.kind === 'certain') {
      this.payments.pay(match.target);
      if (payer !== null) this.remember(payer, match.target.order);
    }
    if (match.kind === 'likely' && CLAIMS.has(match.why)) this.payments.claim(match.targets);
    if (match.kind === 'payout') this.taken.add(`payout ${match.payout.id}`);
    if (match.kind === 'money_out') this.moveRefunds(match.what);
    return match;
  }

  private moneyIn(line: StatementLine, identity: string, payer: string | null): Match {
    return this.unlessSameNumber(line, this.moneyInOf(line, identity, payer));
  }

  private moneyInOf(line: StatementLine, identity: string, payer: string | null): Match {
    const refund = this.refundOf(line);
    if (refund) return this.returnedRefund(line, refund);
    if (line.isReturn) return { kind: 'unknown', why: 'returned' };
    const { money, payouts, payout } = this.payoutOf(line, line.amount);
    if (payout) return { kind: 'payout', payout };
    if (line.batch && !line.batch.isSplit) return { kind: 'unknown', why: 'batch_without_parts' };
    const byReference = this.byReference(line);
    if (byReference && byReference.kind !== 'unknown') {
      return this.unlessClaimed(certainIfExpected(this.unlessBookedOtherwise(line, identity, byReference)));
    }
    if (!byReference && mentionsPayout(money, payouts)) return { kind: 'unknown', why: 'payout_other_amount' };
    return this.byAmount(line, payer) ?? byReference ?? { kind: 'unknown', why: 'no_reference' };
  }

  private payoutOf(line: StatementLine, amount: number) {
    const payouts = this.known.payouts.filter(({ id }) => !this.taken.has(`payout ${id}`));
    const money = { words: [line.party.name ?? '', ...wordsOf(line)], amount, bookedOn: line.bookedOn };
    return { money, payouts, payout: findPayout(money, payouts) };
  }

  private byReference(line: StatementLine): Match | null {
    const { prefix, orders } = this.known;
    const found = wordsOf(line).flatMap((words) => findReferences(words, prefix));
    const hits = this.hitsOf(found);
    const codes = [...new Set(hits.map(({ order }) => order.code))];
    if (codes.length > 1) return this.severalOrders(line, codes);
    if (codes.length === 1) return this.oneOrder(line, hits);
    const alike = new Set(wordsOf(line).flatMap((words) => findLookAlikes(words, prefix)));
    const similar = [...alike].flatMap((code) => orders.get(code) ?? []);
    const fitting = similar.filter((order) => this.payments.openAmountsOf(order).includes(line.amount));
    if (fitting.length === 1) {
      return { kind: 'certain', why: 'look_alike', target: this.payments.target(fitting[0]!, null, line.amount) };
    }
    return found.length > 0 || similar.length > 0 ? { kind: 'unknown', why: 'no_such_order' } : null;
  }

  /** A number after a code is that of a payment only if the order has such a payment. */
  private hitsOf(found: readonly FoundReference[]) {
    return found.flatMap(({ order: code, payment: named, isDoubtful }) => {
      const order = this.known.orders.get(code);
      if (!order) return [];
      const payment = order.payments.find(({ reference }) => reference === named)?.reference ?? null;
      return [{ order, payment, isDoubtful }];
    });
  }

  private oneOrder(line: StatementLine, hits: ReturnType<LineMatcher['hitsOf']>): Match {
    const { order } = hits[0]!;
    const named = hits.find(({ payment, isDoubtful }) => payment !== null && !isDoubtful)?.payment ?? null;
    const fits = this.payments.openAmountsOf(order).includes(line.amount);
    const isSure = hits.some(({ isDoubtful }) => !isDoubtful);
    if (named !== null)
      return { kind: 'certain', why: 'reference', target: this.payments.target(order, named, line.amount) };
    // The code of an order with one payment is that payment's reference.
    if (isSure && (fits || order.payments.length <= 1)) {
      return { kind: 'certain', why: 'order_code', target: this.payments.target(order, null, line.amount) };
    }
    const targets = [this.payments.target(order, null, line.amount)];
    return fits
      ? { kind: 'certain', why: 'look_alike', target: targets[0]! }
      : { kind: 'likely', why: misfitOf(targets[0]!), targets, isShared: false };
  }

  /** The orders share the line only if its amount is exactly what they need together. */
  private severalOrders(line: StatementLine, codes: readonly string[]): Match {
    const orders = codes.map((code) => this.known.orders.get(code)!);
    const needs = orders.map((order) => this.payments.missingOf(order));
    const total = needs.reduce((all, need) => all + need, 0);
    if (total !== line.amount || needs.includes(0)) return { kind: 'unknown', why: 'several_orders' };
    const targets = orders.map((order, index) => this.payments.target(order, null, needs[index]!));
    return { kind: 'likely', why: 'several_orders', targets, isShared: true };
  }

  /** Never certain: an amount alone identifies no order. */
  private byAmount(line: StatementLine, payer: string | null): Match | null {
    const open = this.known.waiting.filter((order) => this.payments.openAmountsOf(order).includes(line.amount));
    const { name } = line.party;
    const likely = (why: LikelyReason, orders: readonly KnownOrder[]): Match => ({
      kind: 'likely',
      why,
      targets: orders.slice(0, MAX_CANDIDATES).map((order) => this.payments.target(order, null, line.amount)),
      isShared: false,
    });
    const bare = new Set(wordsOf(line).flatMap(findBareCodes));
    const coded = open.filter(({ code }) => bare.has(code.slice(code.lastIndexOf('-') + 1)));
    if (coded.length > 0) return likely('bare_code', coded);
    const named = name === null ? [] : open.filter((order) => order.names.some((one) => areCloseNames(one, name)));
    if (named.length > 0) return likely('name_and_amount', named);
    const samePayer = payer === null ? [] : open.filter(({ code }) => this.hasPaid(payer, code));
    if (samePayer.length > 0) return likely('same_payer', samePayer);
    return open.length === 1 ? likely('only_open_amount', open) : null;
  }

  private hasPaid(payer: string, order: string): boolean {
    return Boolean(this.known.payers.get(payer)?.includes(order) || this.paidInImport.get(payer)?.has(order));
  }

  private remember(payer: string, order: string): void {
    const orders = this.paidInImport.get(payer);
    if (orders) orders.add(order);
    else this.paidInImport.set(payer, new Set([order]));
  }

  /**
   * A receipt of the same amount near that day may be the same money, entered by hand or read from another format. Two
   * lines of one format are two movements of money.
   */
  private unlessBookedOtherwise(line: StatementLine, identity: string, match: Match): Match {
    if (match.kind !== 'certain') return match;
    const { target } = match;
    const [format] = identity.split(':');
    const receipt = this.known.receipts.find(
      ({ id, transaction, statementLine, orderCode, amount, receivedOn }) =>
        ![transaction, statementLine].some((key) => key?.startsWith(`${format}:`)) &&
        !this.taken.has(`receipt ${id}`) &&
        orderCode === target.order &&
        amount === line.amount &&
        Math.abs(Date.parse(receivedOn) - Date.parse(line.bookedOn)) <= NEARBY_MS,
    );
    if (!receipt) return match;
    this.taken.add(`receipt ${receipt.id}`);
    const isShown = receipt.statementLine !== null;
    return {
      kind: 'likely',
      why: 'booked_otherwise',
      targets: [target],
      isShared: false,
      receipt: receipt.id,
      isShown,
    };
  }

  /** One bank reference is one movement of money, so either the line or what a person recorded may be wrong. */
  private unlessSameNumber({ bankReference }: StatementLine, match: Match): Match {
    const receipt = bankReference === null ? undefined : this.known.sameNumbers.get(bankReference);
    if (receipt === undefined) return match;
    const why = 'same_number';
    if (match.kind === 'certain') return { kind: 'likely', why, targets: [match.target], isShared: false, receipt };
    return match.kind === 'likely' || match.kind === 'unknown' ? { ...match, why, receipt } : match;
  }

  /** A line waits for a person while an earlier line may take the amount that is still open. */
  private unlessClaimed(match: Match): Match {
    if (match.kind !== 'certain' || !this.payments.isClaimed(match.target)) return match;
    return { kind: 'likely', why: 'claimed_before', targets: [match.target], isShared: false };
  }

  private moneyOut(line: StatementLine): Match {
    const refund = this.refundOf(line);
    if (refund) return this.paidRefund(line, refund);
    const { payout } = this.payoutOf(line, -line.amount);
    if (payout) return { kind: 'payout', payout };
    const inFile = [...this.known.refunds.values()].filter(({ file }) => file !== null && file === line.paymentFile);
    const codes = inFile.map(({ code }) => code);
    const total = inFile.reduce((all, one) => all + one.total, 0);
    const areAllOrdered = inFile.every((one) => this.statusOf(one) === 'processing');
    if (codes.length > 0 && total === line.amount && areAllOrdered && !line.batch?.isSplit) {
      return { kind: 'money_out', what: { kind: 'refunds_paid', codes } };
    }
    if (line.isReturn) {
      const order = this.hitsOf(wordsOf(line).flatMap((words) => findReferences(words, this.known.prefix)))[0]?.order;
      const receipt = order && this.receiptTakenBack(order.code, line.amount);
      return { kind: 'money_out', what: { kind: 'charge_back', order: order?.code ?? null, receipt: receipt ?? null } };
    }
    return { kind: 'money_out', what: { kind: 'other' } };
  }

  /** The latest transfer of this amount for the order that no earlier line takes back. */
  private receiptTakenBack(code: string, amount: number): number | undefined {
    const receipt = this.known.receipts.find(
      ({ id, orderCode, amount: received }) =>
        orderCode === code && received === amount && !this.taken.has(`charge back ${id}`),
    );
    if (receipt) this.taken.add(`charge back ${receipt.id}`);
    return receipt?.id;
  }

  private refundOf(line: StatementLine): KnownRefund | undefined {
    const codes = wordsOf(line).flatMap((words) => findRefunds(words, this.known.prefix));
    const refunds = [...new Set(codes)].flatMap((code) => this.known.refunds.get(code) ?? []);
    return refunds.length === 1 ? refunds[0] : undefined;
  }

  private paidRefund(line: StatementLine, refund: KnownRefund): Match {
    const { code, total, recordedAs } = refund;
    const status = this.statusOf(refund);
    const out = (what: MoneyOut): Match => ({ kind: 'money_out', what });
    const isRecorded = recordedAs !== null && !this.taken.has(`refund ${code}`);
    if (isRecorded && total === line.amount) {
      this.taken.add(`refund ${code}`);
      const isSameNumber =
        line.bankReference !== null && spellingsOf(line.bankReference).some((one) => recordedAs.includes(one));
      return isSameNumber ? { kind: 'booked' } : out({ kind: 'refund_recorded', code });
    }
    if (status !== 'processing' && !isRecorded) return out({ kind: 'refund_wrong_status', code, status });
    return out(
      total === line.amount && !isRecorded
        ? { kind: 'refunds_paid', codes: [code] }
        : { kind: 'refund_other_amount', code, total },
    );
  }

  private returnedRefund(line: StatementLine, refund: KnownRefund): Match {
    const { code, total } = refund;
    const status = this.statusOf(refund);
    if (status !== 'processing' && status !== 'processed') {
      return { kind: 'money_out', what: { kind: 'refund_wrong_status', code, status } };
    }
    if (total !== line.amount) return { kind: 'money_out', what: { kind: 'refund_other_amount', code, total } };
    const words = [line.returnReason, line.text]
      .filter((part) => part !== '')
      .join(': ')
      .slice(0, 200);
    return { kind: 'money_out', what: { kind: 'refund_returned', code, words } };
  }

  private moveRefunds(what: MoneyOut): void {
    if (what.kind === 'refunds_paid') for (const code of what.codes) this.refundStatus.set(code, 'processed');
    if (what.kind === 'refund_returned') this.refundStatus.set(what.code, 'problem');
  }

  private statusOf = ({ code, status }: KnownRefund): RefundStatus => this.refundStatus.get(code) ?? status;
}

/** Lines that a person still decides about, but which may take the open amounts of the orders that they name. */
const CLAIMS: ReadonlySet<LikelyReason> = new Set(['other_amount', 'several_orders', 'claimed_before']);

/** A clear reference is certain only if exactly this money is expected; otherwise a person decides. */
function certainIfExpected(match: Match): Match {
  if (match.kind !== 'certain' || match.target.expects === 'fits') return match;
  return { kind: 'likely', why: misfitOf(match.target), targets: [match.target], isShared: false };
}

const misfitOf = ({ expects }: Target): LikelyReason =>
  expects === 'late' || expects === 'double' ? 'not_expected' : 'other_amount';

const MAX_CANDIDATES = 5;

const NEARBY_MS = 4 * 24 * 60 * 60_000;

/** Banks write an account as an IBAN, as an IBAN followed by the currency, or as a national account number. */
export function isSameAccount(iban: string, written: string): boolean {
  if (written === iban || written.startsWith(iban)) return true;
  if (/^[A-Z]{2}\d{2}/.test(written)) return false;
  // Germany: bank code and account number, the latter without leading zeros.
  const german = /^(\d{8})(\d{1,10})([A-Z]{3})?$/.exec(written);
  if (iban.startsWith('DE') && german) return iban.slice(4) === `${german[1]}${german[2]!.padStart(10, '0')}`;
  const digits = written.replace(/[A-Z]{3}$/, '');
  return /^\d{6,}$/.test(digits) && iban.endsWith(digits);
}

import { FULL_VOUCHER, type Good, MAX_ATTEMPTS, SMALL_VOUCHER } from './goods.ts';

// A small model of the shop: no rows, locks or ledger, only owners and money. It is written from the
// decisions, not from the shop's code.

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

type OrderStatus = 'pending' | 'processing' | 'partial' | 'paid' | 'problem' | 'cancelled' | 'abandoned';
type ItemStatus = 'active' | 'cancelled' | 'refund' | 'refunding' | 'refund-problem' | 'refunded';
export type GatewayStatus = 'open' | 'processing' | 'paid' | 'declined' | 'cancelled' | 'expired' | 'problem';

export interface Attempt {
  readonly reference: string;
  readonly url: string;
  readonly amount: number;
  /** The attempt's status at the gateway, and the status that the shop knows. */
  truth: GatewayStatus;
  known: GatewayStatus;
  /** The time until which the attempt can be paid at the gateway. */
  readonly payableUntil: number;
}

export interface Payment {
  readonly reference: string;
  readonly amount: number;
  paid: number;
  status: 'paid' | 'cancelled' | 'pending' | 'processing' | 'partial' | 'problem';
  readonly attempts: Attempt[];
  /** The number of attempts so far, which the operator can reset. */
  attemptCount: number;
  /** The gateway's ids of reported money, to report it again. */
  readonly transactions: { id: string; attempt: Attempt; amount: number }[];
}

export interface Line {
  readonly good: Good;
  departure: string | null;
  /** The amount that a refund of the line pays back. */
  readonly refundable: number;
  hasUnit: boolean;
  /** Null until the order or its plan's first payment is paid. */
  item: Item | null;
}

export interface Item {
  status: ItemStatus;
  pending: boolean;
  /** The person who manages it; for merchandise the buyer. */
  manager: number;
  generation: number;
  nameChanges: number;
  name: string;
  email: string;
  editedAt: number | null;
}

export interface Refund {
  readonly code: string;
  status: 'active' | 'processing' | 'processed' | 'problem' | 'cancelled';
  readonly lines: readonly Line[];
  readonly total: number;
  readonly shipping: number;
  readonly isWholePlan: boolean;
}

export interface Order {
  readonly code: string;
  readonly checksum: string;
  readonly buyer: number;
  readonly method: 'credit_card' | 'bank_transfer' | 'voucher';
  readonly isPlan: boolean;
  readonly total: number;
  readonly shippingPaid: number;
  readonly voucher: string | null;
  readonly lines: readonly Line[];
  readonly payments: readonly Payment[];
  readonly refunds: Refund[];
  status: OrderStatus;
  paid: number;
  refunded: number;
  /** True from the first money that counts until the order is abandoned or cancelled. */
  isSold: boolean;
  payBy: number | null;
  released: boolean;
  isTermsAccepted: boolean;
}

/** Money that the operator has to check. */
export interface Receipt {
  /** The source's own id of the movement; null if the sandbox made it up. */
  readonly transaction: string | null;
  order: Order | null;
  payment: Payment | null;
  attention: 'late' | 'short' | 'over' | 'double' | 'unmatched' | 'amount' | 'currency';
  suspended: number;
  isSettled: boolean;
  /** When the money goes back to its card. */
  returnsAt?: number;
}

/** Card money that no order can take is sent back after this, unless the operator keeps it. */
const RETURN_AFTER = 60 * MINUTE;

export interface Hold {
  readonly lines: readonly { good: Good; departure: string | null }[];
  readonly expiresAt: number;
}

export class Model {
  now: number;
  readonly orders: Order[] = [];
  /** Carts that nobody checks out. */
  holds: Hold[] = [];
  readonly receipts: Receipt[] = [];

  constructor(now: Date) {
    this.now = now.getTime();
  }

  // ---------------------------------------------------------------- stock and vouchers

  sold(good: Good, departure?: string): number {
    return this.orders
      .flatMap((order) => order.lines)
      .filter((line) => line.hasUnit && line.good === good && (!departure || line.departure === departure)).length;
  }

  held(good: Good, departure?: string): number {
    return this.holds
      .filter((hold) => hold.expiresAt > this.now)
      .flatMap((hold) => hold.lines)
      .filter((line) => line.good === good && (!departure || line.departure === departure)).length;
  }

  /** Whether all of these could be held together. */
  hasRoom(wanted: readonly { good: Good; departure: string | null }[]): boolean {
    return wanted.every(({ good, departure }) => {
      const same = wanted.filter((one) => one.good === good);
      if (good.stock !== null && this.sold(good) + this.held(good) + same.length > good.stock) return false;
      return (
        departure === null || this.hasSeats(good, departure, same.filter((one) => one.departure === departure).length)
      );
    });
  }

  hasSeats(good: Good, departure: string, count: number): boolean {
    const seats = good.departures[departure];
    if (seats === undefined || seats === null) return true;
    return this.sold(good, departure) + this.held(good, departure) + count <= seats;
  }

  /** Returns the uses of the small voucher. An abandoned or cancelled order does not count. */
  voucherUses(): number {
    return this.orders.filter((order) => order.voucher === SMALL_VOUCHER.code && !order.released).length;
  }

  hasVoucher(code: string | null): boolean {
    return code === null || code === FULL_VOUCHER.code || this.voucherUses() < SMALL_VOUCHER.uses;
  }

  // ---------------------------------------------------------------- money

  /** The gateway's status update reaches the shop. */
  applyStatus(order: Order, payment: Payment, attempt: Attempt, status: GatewayStatus): void {
    if (status === attempt.known) return;
    attempt.known = status;
    if (status === 'processing') {
      if (payment.status === 'pending' || payment.status === 'partial') payment.status = 'processing';
      if (order.status === 'pending') order.status = 'processing';
    } else if (status === 'paid') {
      const listedBefore = this.receipts.length;
      this.arrive(order, payment, attempt.amount, null);
      // The sandbox refuses to refund money that it never received.
      const isMadeUp = payment.transactions.some((one) => one.attempt === attempt);
      for (const receipt of this.receipts.slice(listedBefore)) {
        if (!isMadeUp && receipt.suspended > 0) receipt.returnsAt = this.now + RETURN_AFTER;
      }
    } else if (status === 'problem') {
      if (payment.status !== 'paid') payment.status = 'problem';
      order.status = 'problem';
    } else {
      if (payment.status === 'processing' && !payment.attempts.some((one) => one.known === 'processing')) {
        payment.status = payment.paid > 0 ? 'partial' : 'pending';
      }
      if (order.status === 'processing' && !order.payments.some((one) => one.status === 'processing')) {
        order.status = statusFor(order);
      }
    }
  }

  /**
   * Takes money for a payment: the part that fits counts; the rest is in suspense and listed. Returns false for listed
   * money that is assigned to an order that cannot take it.
   */
  arrive(order: Order, meant: Payment, amount: number, transaction: string | null, assigned?: Receipt): boolean {
    const missing = Math.max(0, meant.amount - meant.paid);
    const isLate =
      missing > 0 && (isPlanRefunded(order) || (order.released && !(amount >= missing && this.revive(order))));
    if (missing === 0 || isLate) {
      if (assigned) return false;
      const attention = missing === 0 ? 'double' : 'late';
      this.receipts.push({ transaction, order, payment: meant, attention, suspended: amount, isSettled: false });
      if (order.released && missing > 0 && !isPlanRefunded(order)) order.status = 'problem';
      return true;
    }
    const rest = this.share(order, meant, amount);
    const attention = rest > 0 ? 'over' : amount < missing ? 'short' : null;
    if (assigned) {
      Object.assign(assigned, { order, payment: meant, suspended: rest, isSettled: attention !== 'over' });
      if (attention === 'over') assigned.attention = attention;
    } else if (attention) {
      this.receipts.push({ transaction, order, payment: meant, attention, suspended: rest, isSettled: false });
    }
    for (const receipt of this.receipts) {
      if (receipt.order === order && receipt.attention === 'short' && receipt.payment?.status === 'paid') {
        receipt.isSettled = true;
      }
    }
    order.paid += amount - rest;
    order.isSold = true;
    order.status = statusFor(order);
    if (this.isIssued(order)) order.payBy = null;
    this.issue(order);
    return true;
  }

  /** Sends back card money that no order can take. An order whose only problem was this money is cancelled again. */
  private returnStrayMoney(): void {
    for (const receipt of this.receipts) {
      const { order, returnsAt = Number.POSITIVE_INFINITY } = receipt;
      if (receipt.isSettled || returnsAt > this.now || !order) continue;
      Object.assign(receipt, { suspended: 0, isSettled: true });
      this.endPaymentProblems(order);
      const isWaiting = this.receipts.some((one) => one.order === order && !one.isSettled);
      const hasRefunds = order.refunds.some(({ status }) => status !== 'cancelled');
      if (order.released && order.status === 'problem' && !isWaiting && !hasRefunds) order.status = 'cancelled';
    }
  }

  /** Pays the named payment first, then others as long as the rest covers them in full. Returns the remainder. */
  private share(order: Order, meant: Payment, amount: number): number {
    let rest = amount;
    const at = order.payments.indexOf(meant);
    for (const payment of [meant, ...order.payments.slice(at + 1), ...order.payments.slice(0, at)]) {
      const more = Math.max(0, payment.amount - payment.paid);
      if (more === 0) continue;
      if (payment !== meant && more > rest) break;
      const share = Math.min(more, rest);
      payment.paid += share;
      payment.status = payment.paid >= payment.amount ? 'paid' : 'partial';
      rest -= share;
    }
    return rest;
  }

  /**
   * Takes money back from the shop: first money in suspense (`suspended`), then money that counts for payments
   * (`shares`, in order). A refund request for the same money is cancelled; what other refunds pay back is the shop's
   * loss.
   */
  takeBack(
    listed: Receipt | undefined,
    suspended: number,
    shares: readonly { order: Order; payment: Payment; amount: number }[],
    amount: number,
  ): void {
    let left = amount - Math.min(amount, suspended);
    if (listed) {
      listed.suspended -= amount - left;
      if (listed.suspended === 0) listed.isSettled = true;
    }
    const hit = new Set<Order>();
    for (const { order, payment, amount: share } of shares) {
      const wanted = Math.min(left, share);
      if (wanted > chargeable(order)) {
        for (const refund of order.refunds) if (refund.status === 'active') this.setRefund(order, refund, 'cancelled');
      }
      const part = Math.min(wanted, chargeable(order));
      if (part < wanted && order.refunds.some(({ status }) => status === 'processing' || status === 'problem')) {
        hit.add(order);
      }
      if (part === 0) continue;
      payment.paid -= part;
      payment.status = order.released ? 'cancelled' : payment.paid > 0 ? 'partial' : 'pending';
      order.paid -= part;
      left -= part;
      hit.add(order);
    }
    for (const order of hit) {
      if (order.released) continue;
      order.status = 'problem';
      for (const { item } of order.lines) {
        if (item?.status === 'active' || item?.status === 'refund') item.pending = true;
      }
    }
  }

  /** Ends the problem of each payment unless wrong money for it still waits for the operator. */
  endPaymentProblems(order: Order): void {
    for (const payment of order.payments) {
      const waits = this.receipts.some(
        (one) =>
          one.payment === payment && !one.isSettled && (one.attention === 'amount' || one.attention === 'currency'),
      );
      if (payment.status !== 'problem' || waits) continue;
      payment.status =
        payment.paid >= payment.amount
          ? 'paid'
          : order.released
            ? 'cancelled'
            : payment.paid > 0
              ? 'partial'
              : 'pending';
    }
  }

  private isIssued(order: Order): boolean {
    const first = order.payments[0];
    const begins = order.status === 'partial' && order.isPlan && first !== undefined && first.paid >= first.amount;
    return order.status === 'paid' || begins;
  }

  /** Items are issued when the order is paid, or with the first payment of its plan. */
  issue(order: Order): void {
    if (!this.isIssued(order)) return;
    const pending = order.status !== 'paid';
    order.lines.forEach((line, position) => {
      if (!line.item) {
        const holder = holderOf(order, position);
        line.item = {
          status: 'active',
          pending,
          manager: order.buyer,
          generation: 1,
          nameChanges: 0,
          ...holder,
          editedAt: null,
        };
      } else {
        if (line.item.status === 'cancelled') {
          line.item.status = 'active';
          // Only tickets have documents that become invalid with their generation.
          if (line.good.kind === 'tickets') line.item.generation += 1;
          line.item.pending = pending;
        }
        if (!pending) line.item.pending = false;
      }
    });
  }

  // ---------------------------------------------------------------- abandoned, cancelled and revived orders

  /** Whether an order may still be paid although its deadline has passed. */
  isAwaited(order: Order): boolean {
    return order.payments.some((payment) =>
      payment.attempts.some(
        (attempt) => attempt.known === 'processing' || (attempt.known === 'open' && attempt.payableUntil > this.now),
      ),
    );
  }

  end(order: Order, to: 'abandoned' | 'cancelled'): void {
    order.status = to;
    order.payBy = null;
    order.released = true;
    order.isSold = false;
    for (const line of order.lines) {
      line.hasUnit = false;
      if (line.item?.status === 'active') line.item.status = 'cancelled';
    }
    for (const payment of order.payments) if (payment.status !== 'paid') payment.status = 'cancelled';
  }

  /** Revives an abandoned or cancelled order for late money: it takes all its stock again, or none. */
  revive(order: Order): boolean {
    const isAccepted = order.refunds.some((one) => ['processing', 'problem', 'processed'].includes(one.status));
    if (isAccepted || !this.hasVoucher(order.voucher) || !this.hasRoom(order.lines)) return false;
    order.released = false;
    for (const line of order.lines) line.hasUnit = true;
    for (const payment of order.payments) {
      if (payment.status === 'cancelled') payment.status = payment.paid > 0 ? 'partial' : 'pending';
    }
    return true;
  }

  /** Applies the passing of time, after the shop has done its due work. */
  tick(): void {
    this.holds = this.holds.filter((hold) => hold.expiresAt > this.now);
    this.returnStrayMoney();
    for (const order of this.orders) {
      if (order.payBy === null || order.payBy > this.now) continue;
      const isShort = order.status === 'partial';
      const isRefunding = order.refunds.some(({ status }) => status !== 'cancelled');
      if (!['pending', 'processing', 'partial'].includes(order.status) || (isShort && isRefunding)) {
        order.payBy = null;
        continue;
      }
      if (this.isAwaited(order) || order.status === 'processing') order.payBy = this.now + MINUTE;
      else this.end(order, isShort || order.method === 'bank_transfer' ? 'cancelled' : 'abandoned');
    }
  }

  // ---------------------------------------------------------------- what is allowed

  /** Returns why an attempt to pay would be refused; null if it would start. */
  whyNotPay(order: Order, payment: Payment): string | null {
    if (payment.status === 'paid') return 'This payment has already been made.';
    if (payment.status === 'cancelled' || !['pending', 'processing', 'partial'].includes(order.status)) {
      return 'This order can no longer be paid.';
    }
    if (order.refunds.some(({ status }) => status === 'processing' || status === 'problem')) {
      return 'A refund for this order is being processed, so it cannot be paid right now. Please contact us if you still want to pay.';
    }
    if (order.refunds.some(({ status }) => status === 'active')) {
      return 'You have an active refund request on this order. Please cancel the refund request if you wish to continue with the payment plan.';
    }
    if (payment.status === 'problem') {
      return 'The amount we received for this payment does not match what was due. We are looking into it, and you do not need to pay again in the meantime.';
    }
    if (payment.status === 'processing') {
      return 'This payment is being processed. Please wait a few minutes before you try again.';
    }
    if (payment.attemptCount >= MAX_ATTEMPTS) {
      return 'Please contact us immediately before making another payment attempt.';
    }
    return null;
  }

  /** Returns the sum that a request for the lines would freeze; null if it is refused. */
  refundOf(order: Order, chosen: readonly Line[]): { lines: readonly Line[]; total: number; shipping: number } | null {
    if (order.status !== 'paid' && !(order.status === 'partial' && order.isPlan)) return null;
    const lines = order.isPlan ? order.lines : chosen;
    if (lines.length === 0 || new Set(lines.map((line) => line.good.kind)).size > 1) return null;
    const isFree = ({ good, item }: Line) =>
      good.isRefundable && item?.status === 'active' && item.manager === order.buyer;
    if (!lines.every(isFree) || isBeingPaid(order)) return null;
    const left = order.paid - refunding(order, 'total');
    if (order.isPlan) {
      const kept = lines.reduce((sum, { good }) => sum + good.fee + good.refundFee, 0);
      const total = Math.max(0, Math.min(left, order.paid - kept));
      return total > 0 ? { lines, total, shipping: 0 } : null;
    }
    const goodsLeft = order.lines.filter(({ good, item }) => good.kind === 'merchandise' && item?.status === 'active');
    const takesLast = lines[0]!.good.kind === 'merchandise' && goodsLeft.every((line) => lines.includes(line));
    const shipping = takesLast ? Math.max(0, order.shippingPaid - refunding(order, 'shipping')) : 0;
    const total = Math.min(left, lines.reduce((sum, line) => sum + line.refundable, 0) + shipping);
    return total > 0 ? { lines, total, shipping: Math.min(shipping, total) } : null;
  }

  /** Whether a document of this generation admits its holder. */
  mayBeAdmitted(order: Order, item: Item, generation: number): boolean {
    const isReady = item.status === 'active' && !item.pending && order.status === 'paid' && order.isTermsAccepted;
    return isReady && generation === item.generation;
  }

  mayCancel(order: Order): boolean {
    return (
      ['pending', 'partial', 'problem'].includes(order.status) &&
      order.refunds.every((refund) => refund.status === 'cancelled')
    );
  }

  setRefund(order: Order, refund: Refund, to: Refund['status']): void {
    const statusOf = {
      active: 'refund',
      processing: 'refunding',
      problem: 'refund-problem',
      processed: 'refunded',
      cancelled: order.released ? 'cancelled' : 'active',
    } as const;
    refund.status = to;
    for (const line of refund.lines) {
      line.item!.status = statusOf[to];
      if (to === 'processed') line.hasUnit = false;
    }
    if (to === 'processing' && refund.isWholePlan) {
      for (const payment of order.payments) if (payment.status !== 'paid') payment.status = 'cancelled';
    }
    if (to === 'processed') order.refunded += refund.total;
  }
}

const isPlanRefunded = (order: Order) =>
  order.refunds.some((refund) => refund.isWholePlan && refund.status !== 'cancelled');

/** Returns how much of an order can be charged back: what no refund claims. An accepted refund of a plan claims all. */
const chargeable = (order: Order): number =>
  order.refunds.some(({ isWholePlan, status }) => isWholePlan && status !== 'active' && status !== 'cancelled')
    ? 0
    : Math.max(0, order.paid - refunding(order, 'total'));

const refunding = (order: Order, what: 'total' | 'shipping'): number =>
  order.refunds.filter((refund) => refund.status !== 'cancelled').reduce((sum, refund) => sum + refund[what], 0);

/** Whether an attempt to pay is in progress, as far as the shop knows. */
const isBeingPaid = (order: Order): boolean =>
  order.payments.some(
    (payment) =>
      payment.status === 'processing' ||
      (payment.status !== 'paid' &&
        payment.attempts.some((attempt) => attempt.known === 'open' || attempt.known === 'processing')),
  );

export const statusFor = ({ total, paid }: Order): 'paid' | 'partial' | 'pending' =>
  paid >= total ? 'paid' : paid > 0 ? 'partial' : 'pending';

/** Returns the holder that a line is bought for. */
export const holderOf = (order: Pick<Order, 'buyer'>, position: number) => ({
  name: `Holder ${'abcdefgh'[position]}`,
  email: customers[order.buyer]!.email,
});

export const customers = [
  { email: 'mila@example.org', name: 'Mila Okonkwo' },
  { email: 'ada@example.org', name: 'Ada Lovelace' },
  { email: 'ivo@example.org', name: 'Ivo Bakker' },
] as const;

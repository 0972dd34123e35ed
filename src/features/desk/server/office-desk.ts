import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { findPayable, type OrderMailParts, paymentsOf } from '#features/orders/server/public.ts';
import { firstPayable } from '#features/payments/domain/spread-money.ts';
import { numberOfReceipt } from '#features/payments/domain/transaction-number.ts';
import { type MoneyParts, type OpenReceipt, openReceiptById } from '#features/payments/server/public.ts';
import { isOnlyPreview, type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import { type RefundParts, sendBack } from '#features/refunds/server/public.ts';
import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
  previewChanged,
} from '#features/staff/server/public.ts';
import type { DateSettings } from '#kernel/dates.ts';
import { type MoneySettings, minor } from '#kernel/money.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable, Tx } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import * as moneyCalls from '../office-contract/money.ts';
import * as orderCalls from '../office-contract/order.ts';
import { assignReceipt } from './assign-receipt.ts';
import { cancelClosed, closeBeforeCancelling, type OperatorOrderParts } from './cancel-order.ts';
import {
  arrivalRefusal,
  assignRefusal,
  bookedBefore,
  cancelRefusal,
  endChargeRefusal,
  fieldNeeded,
  keepRefusal,
  moveDueDateRefusal,
  resetRefusal,
  returnOwedRefusal,
  reviveRefusal,
  sendBackRefusal,
  settleProblemRefusal,
  settleRefusal,
  undoRefusal,
} from './desk-refusals.ts';
import { endCharge } from './end-charge.ts';
import { keepReceipt } from './keep-receipt.ts';
import { moveDueDate } from './move-due-date.ts';
import {
  intendedPayments,
  orderOfReceipt,
  ordersWithOpenAmount,
  type PayableOrder,
  payableOrder,
} from './payable-order-store.ts';
import { recordTransfer } from './record-transfer.ts';
import { resetAttempts } from './reset-attempts.ts';
import { returnOwed } from './return-owed.ts';
import { reviveEnded } from './revive-ended.ts';
import { settleProblem } from './settle-problem.ts';
import { settleReceipt } from './settle-receipt.ts';
import { receiptsOfMovement, undoTransfer } from './undo-transfer.ts';
import { whyTransferNotArrived } from './why-not-arrived.ts';

export interface OfficeDeskParts {
  readonly previews: PreviewParts;
  readonly db: OfficeDb;
  readonly shop: () => Promise<MoneySettings & DateSettings>;
  readonly money: MoneyParts;
  readonly refunds: RefundParts;
  readonly orders: Omit<OperatorOrderParts, 'db'>;
  mailParts(tx: Tx): Promise<OrderMailParts>;
}

const MAX_CANDIDATES = 4;
const MAX_TRANSACTION_LENGTH = 120;

/**
 * The operator's use cases with money, as calls of the office. A preview runs the use case itself and rolls it back.
 */
export function addDeskCalls(calls: OfficeCallRegistry, parts: OfficeDeskParts): void {
  const { previews, db } = parts;
  const transfers = async (inner: OfficeDb) => ({
    db: inner,
    money: parts.money,
    currency: (await parts.shop()).currency,
  });
  const actorOf = (context: OfficeContext) => callerOf(context).actor;
  const codesOf = async (tx: Queryable, receipt: number | null, words: string | null): Promise<string[]> => {
    const earlier = receipt === null ? null : await orderOfReceipt(tx, receipt);
    const meant = words === null ? null : ((await findPayable(tx, words))?.orderCode ?? null);
    return [...new Set([earlier, meant].filter((code) => code !== null))];
  };

  calls.add(moneyCalls.receiptOpen, async ({ receipt: id }) =>
    db.read(async (tx) => {
      const receipt = await openReceiptById(tx, id);
      if (!receipt) return refuse(notFound);
      const candidates = receipt.suspended > 0 ? await candidatesFor(tx, receipt) : [];
      return ok({
        receipt: receipt.id,
        received_at: toInstant(receipt.receivedAt),
        source: receipt.source,
        transaction: receipt.transaction,
        number: numberOfReceipt(receipt),
        amount: receipt.amount,
        currency: receipt.currency,
        suspended: receipt.suspended,
        words: receipt.words,
        attention: receipt.settledAt === null ? receipt.attention : null,
        order: receipt.orderCode,
        meant: (await intendedPayments(tx, [id])).get(id) ?? null,
        returns_at: toInstantOrNull(receipt.returnAt),
        return_status: receipt.returnStatus,
        by_card: receipt.attemptId !== null,
        candidates: candidates.map(({ why, ...order }) => ({ ...orderOnWire(order), why })),
      });
    }),
  );

  calls.add(moneyCalls.receiptAssign, async ({ receipt, to, preview }, context) => {
    if (to === '') return refuse(fieldNeeded.to);
    return previewOrDo(previews, context, preview, {
      request: ['receipt-assign', receipt, to],
      orders: (tx) => codesOf(tx, receipt, to),
      run: async (inner) => {
        const wanted = { receiptId: receipt, words: to, actor: actorOf(context) };
        const done = await assignReceipt(await transfers(inner), wanted, context.now);
        return done.ok ? ok({ attention: done.value.attention }) : refuse(assignRefusal(done.error));
      },
    });
  });

  calls.add(moneyCalls.receiptSendBack, async ({ receipt, preview }, context) =>
    previewOrDo(previews, context, preview, {
      request: ['receipt-send-back', receipt],
      orders: (tx) => codesOf(tx, receipt, null),
      run: async (inner) => {
        const wanted = { receiptId: receipt, actor: actorOf(context) };
        return answerOf(sendBackRefusal, await sendBack({ ...parts.refunds, db: inner }, wanted, context.now));
      },
    }),
  );

  calls.add(moneyCalls.receiptSettle, async ({ receipt, note, returned, preview }, context) => {
    if (note === '') return refuse(fieldNeeded.note);
    return previewOrDo(previews, context, preview, {
      request: ['receipt-settle', receipt, note, returned],
      orders: (tx) => codesOf(tx, receipt, null),
      run: async (inner) => {
        const wanted = { receiptId: receipt, note, isReturned: returned, actor: actorOf(context) };
        return answerOf(settleRefusal, await settleReceipt(await transfers(inner), wanted, context.now));
      },
    });
  });

  calls.add(moneyCalls.receiptKeep, async ({ receipt, reason, preview }, context) => {
    if (reason === '') return refuse(fieldNeeded.reason);
    return previewOrDo(previews, context, preview, {
      request: ['receipt-keep', receipt, reason],
      orders: (tx) => codesOf(tx, receipt, null),
      run: async (inner) => {
        const wanted = { receiptId: receipt, reason, actor: actorOf(context) };
        return answerOf(keepRefusal, await keepReceipt({ db: inner }, wanted, context.now));
      },
    });
  });

  calls.add(moneyCalls.paymentToRecord, async ({ reference }) =>
    db.read(async (tx) => {
      const found = reference === '' ? undefined : await findPayable(tx, reference);
      const order = found && (await payableOrder(tx, found.orderId));
      if (!found || !order) return ok({ order: null, part: null });
      const payments = await paymentsOf(tx, [found.orderId]);
      const meant = payments.find(({ id }) => id === found.paymentId) ?? firstPayable(payments);
      const shown = orderOnWire(order);
      return ok({ order: shown, part: shown.parts.find((part) => part.reference === meant?.reference) ?? null });
    }),
  );

  calls.add(
    moneyCalls.paymentRecord,
    async ({ reference, amount, transaction, day, before_order: isBeforeOrder, preview }, context) => {
      if (reference === '') return refuse(fieldNeeded.reference);
      if (amount <= 0) return refuse(fieldNeeded.amount);
      if (transaction === '' || transaction.length > MAX_TRANSACTION_LENGTH) return refuse(fieldNeeded.transaction);
      const { timezone } = await parts.shop();
      const receivedAt = dayOfArrival(day, timezone, context.now);
      if (receivedAt === null) return refuse(fieldNeeded.day);
      return previewOrDo(previews, context, preview, {
        request: ['payment-record', reference, amount, transaction, day, isBeforeOrder],
        orders: (tx) => codesOf(tx, null, reference),
        run: async (inner) => {
          const actor = actorOf(context);
          const transfer = { words: reference, amount: minor(amount), transaction, receivedAt, isBeforeOrder, actor };
          const why = await whyTransferNotArrived(inner, { ...transfer, timezone }, context.now);
          if (why) return refuse(arrivalRefusal(why));
          const done = await recordTransfer(await transfers(inner), transfer, context.now);
          return done.ok ? ok({ attention: done.value.attention }) : refuse(bookedBefore(done.error.receipt));
        },
      });
    },
  );

  calls.add(moneyCalls.paymentUndo, async ({ receipt, preview }, context) =>
    previewOrDo(previews, context, preview, {
      request: ['payment-undo', receipt],
      orders: async (tx) => {
        const ids = await receiptsOfMovement(tx, receipt);
        return (await Promise.all(ids.map((id) => codesOf(tx, id, null)))).flat();
      },
      run: async (inner) => {
        const wanted = { receiptId: receipt, actor: actorOf(context) };
        const done = await undoTransfer({ db: inner, money: parts.money }, wanted, context.now);
        return done.ok ? ok({ undoes: true }) : refuse(undoRefusal(done.error));
      },
    }),
  );

  calls.add(moneyCalls.orderSettleProblem, async ({ code, to, reason, preview }, context) =>
    previewOrDo(previews, context, preview, {
      request: ['order-settle-problem', code, to, reason],
      orders: (tx) => codesOf(tx, null, code),
      run: async (inner) => {
        const request = { code: normalizeReference(code), to, reason, actor: actorOf(context) };
        const settled = await settleProblem({ ...parts.orders, db: inner }, request, context.now);
        return answerOf(settleProblemRefusal, settled);
      },
    }),
  );

  calls.add(orderCalls.orderCancel, async ({ code: typed, reason, preview }, context) => {
    const code = normalizeReference(typed);
    const cancelling = (fingerprint: string) =>
      previewOrDo(previews, context, fingerprint, {
        request: ['order-cancel', code, reason],
        orders: async () => [code],
        run: async (inner) => {
          const request = { code, reason, actor: actorOf(context), isPreview: isOnlyPreview(fingerprint) };
          return answerOf(cancelRefusal, await cancelClosed({ ...parts.orders, db: inner }, request, context.now));
        },
      });
    if (isOnlyPreview(preview)) return cancelling(preview);
    // An open payment page is closed only once staff have confirmed the preview.
    const seen = await cancelling('');
    if (!seen.ok) return seen;
    if (seen.value.preview !== preview) return refuse(previewChanged);
    const closed = await closeBeforeCancelling({ ...parts.orders, db }, code, context.now);
    return closed.ok ? cancelling(preview) : refuse(cancelRefusal(closed.error));
  });

  calls.add(orderCalls.orderRevive, async ({ code: typed, preview }, context) => {
    const code = normalizeReference(typed);
    return previewOrDo(previews, context, preview, {
      request: ['order-revive', code],
      orders: async () => [code],
      run: async (inner) => {
        const wanted = { code, actor: actorOf(context) };
        return answerOf(reviveRefusal, await reviveEnded({ db: inner, money: parts.money }, wanted, context.now));
      },
    });
  });

  calls.add(orderCalls.orderMoveDueDate, async ({ code: typed, day, preview }, context) => {
    const code = normalizeReference(typed);
    const refusal = moveDueDateRefusal(await parts.shop());
    return previewOrDo(previews, context, preview, {
      request: ['order-move-due-date', code, day],
      orders: async () => [code],
      run: async (inner) => {
        const wanted = { code, day, actor: actorOf(context) };
        const { shopUrl } = parts.money;
        return answerOf(refusal, await moveDueDate({ db: inner, shopUrl }, wanted, context.now));
      },
    });
  });

  calls.add(moneyCalls.paymentResetAttempts, async ({ reference: typed, preview }, context) => {
    const reference = normalizeReference(typed);
    return previewOrDo(previews, context, preview, {
      request: ['payment-reset-attempts', reference],
      orders: (tx) => codesOf(tx, null, reference),
      run: async (inner) => {
        const request = { reference, actor: actorOf(context) };
        return answerOf(resetRefusal, await resetAttempts({ db: inner }, request, context.now));
      },
    });
  });

  calls.add(moneyCalls.chargeEnd, async ({ reference, note, preview }, context) => {
    if (note === '') return refuse(fieldNeeded.found);
    return previewOrDo(previews, context, preview, {
      request: ['charge-end', reference, note],
      orders: (tx) => codesOf(tx, null, reference),
      run: async (inner) => {
        const wanted = { reference, reason: note, actor: actorOf(context) };
        return answerOf(endChargeRefusal, await endCharge({ db: inner }, wanted, context.now));
      },
    });
  });

  calls.add(moneyCalls.orderReturnOwed, async ({ code, amount, transaction, preview }, context) => {
    if (transaction === '' || transaction.length > MAX_TRANSACTION_LENGTH) return refuse(fieldNeeded.transaction);
    const refusalOf = returnOwedRefusal(await parts.shop());
    return previewOrDo(previews, context, preview, {
      request: ['order-return-owed', code, amount, transaction],
      orders: (tx) => codesOf(tx, null, code),
      run: async (inner) => {
        const wanted = { code, amount: minor(amount), transaction, actor: actorOf(context) };
        return answerOf(refusalOf, await returnOwed({ db: inner }, wanted, context.now));
      },
    });
  });
}

/** Turns a refusal into an answer. Drops a use case's result, because the preview reads the written rows. */
const answerOf = <Refusal>(
  refusalFor: (refusal: Refusal) => OfficeRefusal,
  result: Result<unknown, Refusal>,
): Result<object, OfficeRefusal> => (result.ok ? ok({}) : refuse(refusalFor(result.error)));

const orderOnWire = ({ code, customerName, placedAt, status, total, paid, parts }: PayableOrder) => ({
  code,
  placed_at: toInstant(placedAt),
  customer_name: customerName,
  status,
  total,
  paid,
  parts: parts.map(({ reference, amount, open, dueAt }) => ({
    reference,
    amount,
    open,
    due_at: toInstant(new Date(dueAt)),
  })),
});

/**
 * Returns the receipt's own order, then the order whose code is in its text, then orders with exactly the suspended
 * amount open.
 */
async function candidatesFor(
  tx: Queryable,
  { words, suspended, orderId }: Pick<OpenReceipt, 'words' | 'suspended' | 'orderId'>,
): Promise<(PayableOrder & { why: 'its_order' | 'named' | 'same_amount' })[]> {
  const named = await findPayable(tx, words);
  const found = [
    ...(orderId === null ? [] : [{ order: await payableOrder(tx, orderId), why: 'its_order' as const }]),
    ...(named ? [{ order: await payableOrder(tx, named.orderId), why: 'named' as const }] : []),
    ...(await ordersWithOpenAmount(tx, suspended, MAX_CANDIDATES)).map((order) => ({
      order,
      why: 'same_amount' as const,
    })),
  ];
  const byCode = new Map<string, PayableOrder & { why: (typeof found)[number]['why'] }>();
  for (const { order, why } of found) {
    if (order && order.parts.length > 0 && !byCode.has(order.code)) byCode.set(order.code, { ...order, why });
  }
  return [...byCode.values()].slice(0, MAX_CANDIDATES);
}

/**
 * Returns noon of the day in the shop's time zone, or `now` if that is earlier or `day` is empty. Null if the day is in
 * the future or does not exist.
 */
function dayOfArrival(day: string, timezone: string, now: Date): Date | null {
  if (day === '') return now;
  try {
    const noon = Temporal.PlainDate.from(day, { overflow: 'reject' }).toZonedDateTime({
      timeZone: timezone,
      plainTime: '12:00',
    });
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
    if (Temporal.PlainDate.compare(noon.toPlainDate(), today) > 0) return null;
    return new Date(Math.min(noon.epochMilliseconds, now.getTime()));
  } catch {
    return null;
  }
}

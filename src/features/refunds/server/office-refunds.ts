import { customerForOrder } from '#features/customers/server/public.ts';
import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { orderByCode, orderById, refundingSumsOf } from '#features/orders/server/public.ts';
import { type PreviewParts, previewOrDo, previewOrDoEach } from '#features/previews/server/public.ts';
import { amountSentence } from '#features/shop-config/words/staff/amount-sentence.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import { callerOf, type OfficeCallRegistry, type OfficeRefusal } from '#features/staff/server/public.ts';
import { isStillOrdered } from '#features/tickets/domain/item-status.ts';
import { markedText } from '#kernel/language.ts';
import type { MoneySettings } from '#kernel/money.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import { detailsFromWire } from '../domain/bank-details.ts';
import { paidAndKept } from '../domain/kept-money.ts';
import { exceedsRequest, planLimits } from '../domain/operator-refund.ts';
import { mayBeRequested } from '../domain/refundable-items.ts';
import * as contract from '../office-contract.ts';
import { startRefund } from './advance-refund.ts';
import { type AskForAccountRefusal, askCustomerForAccount } from './ask-for-account.ts';
import { cardMoneyOf } from './card-money.ts';
import { type CreateRefundRefusal, createRefund } from './create-refund.ts';
import { advanceRefusal, approveCommand, orderOf, reasonNeeded, refuseCommand } from './decide-commands.ts';
import { giveAccount } from './give-account.ts';
import { movementByKey, movementsOf } from './movement-store.ts';
import { neededAccounts } from './needed-accounts.ts';
import { orderToRefund } from './order-to-refund.ts';
import { keptOfLine, linesOfRefunds } from './refund-lines-store.ts';
import type { RefundParts } from './refund-parts.ts';
import { giveAccountRefusal } from './refund-refusals.ts';
import { refundByCode } from './refund-store.ts';
import { type RetryRefusal, retryMovement } from './retry-movement.ts';
import { settleUnclear, type UnclearRefusal } from './settle-unclear.ts';

export interface OfficeRefundParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<MoneySettings>;
  readonly previews: PreviewParts;
  readonly refunds: RefundParts;
}

const retryRefusal = httpRefusals<RetryRefusal>({
  unknown_movement: notFound,
  not_failed: conflict(markedText('This part of the refund is no longer marked as failed.')),
  disputed: conflict(
    markedText('The customer disputes a payment for this order. Wait for the decision, so that nothing is paid twice.'),
  ),
  in_file: conflict(
    markedText('A payment file already covers another part of this refund. Wait until that part has been paid.'),
  ),
});

const lookedUpRefusal = httpRefusals<UnclearRefusal>({
  unknown_movement: notFound,
  not_unclear: conflict(
    markedText('The provider has already confirmed or rejected this part of the refund, or the refund has ended.'),
  ),
});

const ITEM_NEEDED: OfficeRefusal = invalidFields([
  { field: 'lines', message: markedText('Please choose what to refund.') },
]);

const MANAGER_NEEDED: OfficeRefusal = {
  status: 403,
  code: 'forbidden',
  permission: 'orders.override',
  message: markedText('The customer is not allowed to do this, but a manager is.'),
};

const createRefusal = (shop: MoneySettings) =>
  httpRefusals<CreateRefundRefusal>({
    unknown_order: notFound,
    unknown_item: ITEM_NEEDED,
    order_not_refundable: conflict(markedText('Only an order that is paid can be refunded. Cancel it instead.')),
    being_paid: conflict(markedText('A payment for this order is in progress. Try again once it has finished.')),
    nothing_left: conflict(markedText('Everything in this order is already in a refund.')),
    item_in_refund: conflict(markedText('One of these items is already in a refund. Please reload the page.')),
    no_shipping_left: invalidFields([
      { field: 'shipping', message: markedText('No shipping was paid, or it has already been refunded.') },
    ]),
    amount_not_between: (limits) =>
      invalidFields([
        { field: 'amount', message: (language) => amountSentence(language, { ...limits, kind: 'outside' }, shop) },
      ]),
  });

const askRefusal = httpRefusals<AskForAccountRefusal>({
  unknown_refund: notFound,
  not_needed: conflict(markedText('No part of this refund waits for a bank account.')),
});

export function addOfficeRefundCalls(
  calls: OfficeCallRegistry,
  { db, shop, previews, refunds }: OfficeRefundParts,
): void {
  const orderOfMovement = async (tx: Queryable, key: string) => {
    const movement = await movementByKey(tx, key);
    const order = movement && (await orderById(tx, movement.orderId));
    return order ? [order.code] : [];
  };

  calls.add(contract.refundToDecide, async ({ code }) =>
    db.read(async (tx) => {
      const refund = await refundByCode(tx, normalizeReference(code));
      const order = refund && (await orderById(tx, refund.orderId));
      if (!refund || !order) return refuse(notFound);
      const lines = await linesOfRefunds(tx, [refund.id]);
      const movements = await movementsOf(tx, refund.id);
      return ok({
        code: refund.code,
        order: refund.orderCode,
        customer_name: order.customerName,
        status: refund.status,
        requested_at: toInstant(refund.createdAt),
        total: refund.total,
        is_whole_plan: refund.isWholePlan,
        shipping: refund.shippingRefund,
        to_card: refund.toCard,
        lines: lines.map((line) => {
          const kept = keptOfLine(line);
          return {
            name: line.frozen.name,
            holder: line.fullName ?? '',
            code: line.code,
            amount: line.amount,
            fee_kept: kept.fees,
            not_refunded: kept.notRefunded,
          };
        }),
        movements: movements.map(({ key, gateway, amount, status, reason }) => ({
          key,
          gateway,
          amount,
          status,
          reason,
        })),
      });
    }),
  );

  calls.add(contract.refundToCreate, async ({ code }, { now }) =>
    db.read(async (tx) => {
      const order = await orderByCode(tx, normalizeReference(code));
      if (!order) return refuse(notFound);
      const paid = await orderToRefund(tx, order, now);
      const { items } = paid;
      const maximumOfPlan = (fees: 'kept' | 'returned') => (order.hasPaymentPlan ? planLimits(paid, fees).maximum : 0);
      const refunding = (await refundingSumsOf(tx, [order.id])).get(order.id) ?? { total: 0, shipping: 0 };
      const { currency } = await shop();
      return ok({
        is_plan: order.hasPaymentPlan,
        paid: Math.max(0, order.totalPaid - refunding.total),
        plan_maximum: { kept: maximumOfPlan('kept'), returned: maximumOfPlan('returned') },
        shipping: Math.max(0, order.shippingAmount - refunding.shipping),
        to_card: await cardMoneyOf(tx, refunds, order.id, currency),
        items: items.map((item) => ({
          line: item.lineId,
          kind: item.kind,
          name: item.name,
          holder: item.fullName ?? '',
          ...paidAndKept(item),
          may_be_requested: mayBeRequested(item),
          is_left: isStillOrdered(item.status),
        })),
      });
    }),
  );

  calls.add(contract.refundCreate, async ({ code: typed, lines, reason, preview, ...terms }, context) => {
    const code = normalizeReference(typed);
    const { actor, session } = callerOf(context);
    if (reason === '') return refuse(reasonNeeded);
    if (lines.length === 0) return refuse(ITEM_NEEDED);
    const refusalOf = createRefusal(await shop());
    return previewOrDo(previews, context, preview, {
      request: ['refund-create', code, lines, terms, reason],
      orders: async () => [code],
      run: async (inner) => {
        const parts = { ...refunds, db: inner };
        const order = await orderByCode(inner, code);
        const items = order ? (await orderToRefund(inner, order, context.now)).items : [];
        const chosen = items.filter(({ lineId }) => order?.hasPaymentPlan || lines.includes(lineId));
        const codes = chosen.map((item) => item.code);
        if (order && codes.length === 0) return refuse(ITEM_NEEDED);
        const asked = chosen
          .filter((item) => item.isStillOrdered)
          .map((item) => ({ mayBeRequested: mayBeRequested(item) }));
        if (exceedsRequest(terms.fees, asked) && !hasPermission(session.roles, 'orders.override'))
          return refuse(MANAGER_NEEDED);
        const made = await createRefund(parts, { ...terms, orderCode: code, codes, reason, actor }, context.now);
        if (!made.ok) return refuse(refusalOf(made.error));
        if (!hasPermission(session.roles, 'refunds.decide')) return ok({});
        const started = await startRefund(parts, { code: made.value.code, actor }, context.now);
        return started.ok ? ok({}) : refuse(advanceRefusal(started.error));
      },
    });
  });

  calls.add(contract.refundStart, async ({ code, preview }, context) =>
    previewOrDo(previews, context, preview, approveCommand(refunds, { code: normalizeReference(code) }, context)),
  );

  calls.add(contract.refundRefuse, async ({ code, reason, preview }, context) => {
    if (reason === '') return refuse(reasonNeeded);
    const request = { code: normalizeReference(code), reason };
    return previewOrDo(previews, context, preview, refuseCommand(refunds, request, context));
  });

  calls.add(contract.refundsStart, async ({ codes, preview }, context) =>
    previewOrDoEach(
      previews,
      context,
      preview,
      uniqueCodes(codes).map((code) => ({ key: code, command: approveCommand(refunds, { code }, context) })),
    ),
  );

  calls.add(contract.refundsRefuse, async ({ codes, reason, preview }, context) => {
    if (reason === '') return refuse(reasonNeeded);
    return previewOrDoEach(
      previews,
      context,
      preview,
      uniqueCodes(codes).map((code) => ({ key: code, command: refuseCommand(refunds, { code, reason }, context) })),
    );
  });

  calls.add(contract.refundMovementRetry, async (body, context) => {
    const key = normalizeReference(body.movement);
    return previewOrDo(previews, context, body.preview, {
      request: ['refund-movement-retry', key, body.by_bank],
      orders: (tx) => orderOfMovement(tx, key),
      run: async (inner) => {
        const request = { key, byBank: body.by_bank, actor: callerOf(context).actor };
        const retried = await retryMovement({ ...refunds, db: inner }, request, context.now);
        return retried.ok ? ok({}) : refuse(retryRefusal(retried.error));
      },
    });
  });

  calls.add(contract.refundAccountAsk, async ({ code: typed, preview }, context) => {
    const code = normalizeReference(typed);
    return previewOrDo(previews, context, preview, {
      request: ['refund-account-ask', code],
      isRepeatable: true,
      orders: orderOf(code),
      run: async (inner) => {
        const asked = { code, actor: callerOf(context).actor };
        const done = await askCustomerForAccount({ ...refunds, db: inner }, asked, context.now);
        return done.ok ? ok({}) : refuse(askRefusal(done.error));
      },
    });
  });

  calls.add(contract.refundAccountForm, async ({ code }) =>
    db.read(async (tx) => {
      const refund = await refundByCode(tx, normalizeReference(code));
      const order = refund && (await orderById(tx, refund.orderId));
      if (!refund || !order) return refuse(notFound);
      const { needed, returned } = (await neededAccounts(tx, [refund])).get(refund.id)!;
      const customer = await customerForOrder(tx, order.customerId);
      const { countries, ibanCountries, addressLines } = (await refunds.loadShop(tx)).public;
      return ok({
        code: refund.code,
        order: order.code,
        amount: needed + (returned?.amount ?? 0),
        full_name: order.customerName,
        country: customer?.country ?? null,
        address: { ...customer?.address },
        countries: countries.map(({ code: country, name }) => ({ code: country, name })),
        iban_countries: [...ibanCountries],
        address_lines: addressLines.map(({ key, text, required }) => ({ key, text, required })),
      });
    }),
  );

  calls.add(contract.refundAccountGive, async ({ code: typed, preview, ...body }, context) => {
    const code = normalizeReference(typed);
    return previewOrDo(previews, context, preview, {
      request: ['refund-account-give', code, body],
      // Like the customer's own call: a stolen session must not redirect money.
      needsProof: true,
      orders: orderOf(code),
      run: async (inner) => {
        const given = { code, details: detailsFromWire(body), actor: callerOf(context).actor };
        const done = await giveAccount({ ...refunds, db: inner }, given, context.now);
        return done.ok ? ok({}) : refuse(giveAccountRefusal(done.error));
      },
    });
  });

  calls.add(contract.refundLookedUp, async (body, context) => {
    const key = normalizeReference(body.movement);
    return previewOrDo(previews, context, body.preview, {
      request: ['refund-looked-up', key, body.was_made],
      orders: (tx) => orderOfMovement(tx, key),
      run: async (inner) => {
        const found = { key, wasMade: body.was_made, actor: callerOf(context).actor };
        const settled = await settleUnclear({ ...refunds, db: inner }, found, context.now);
        return settled.ok ? ok({}) : refuse(lookedUpRefusal(settled.error));
      },
    });
  });
}

const uniqueCodes = (codes: readonly string[]): string[] => [...new Set(codes.map(normalizeReference))];

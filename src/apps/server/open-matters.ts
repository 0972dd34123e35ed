import { cancellationsThatNeedYou } from '#features/cancellations/server/public.ts';
import { dueReminders, ordersThatOweMoney } from '#features/desk/server/public.ts';
import { listDisputes, listFraudWarnings } from '#features/disputes/server/public.ts';
import { type Matter, matterText, type Sum } from '#features/operator-notices/domain/matter.ts';
import { givenUpWebhooks } from '#features/operator-notices/server/public.ts';
import { sumText } from '#features/operator-notices/words/matter-words.ts';
import { unclearCharges } from '#features/payment-plans/server/public.ts';
import { givenUpGatewayEvents, openReceipts, silentGateways } from '#features/payments/server/public.ts';
import { openPayouts } from '#features/payouts/server/public.ts';
import { filesToApprove } from '#features/refunds/server/public.ts';
import { isShopImported, loadShop } from '#features/shop-config/server/public.ts';
import { ENGLISH } from '#kernel/language.ts';
import { edgeOfTypedDay, isoDay, localDay } from '#kernel/local-day.ts';
import type { Db, Queryable } from '#platform/db/db.ts';
import { failedMails, failedRefunds, heldMails, ordersWithProblem, unclearRefunds } from './open-matters-store.ts';
import { shownGatewayNote } from './shown-gateway.ts';

const MAX = 100;

/** Lists what needs a person, at most `limit` of each kind. Compares `gateway` with the one in the shop folder. */
export async function openMatters(db: Queryable, now: Date, gateway?: string, limit: number = MAX): Promise<Matter[]> {
  const shop = (await isShopImported(db)) ? (await loadShop(db)).public : null;
  const note = gateway && shop ? shownGatewayNote(shop.paymentGateway, gateway) : null;
  const timezone = shop?.timezone ?? 'UTC';
  const [
    receipts,
    problems,
    owed,
    disputes,
    unclear,
    unclearBack,
    refunds,
    cancelled,
    mails,
    unread,
    silent,
    held,
    webhooks,
    payouts,
    warnings,
    toApprove,
    reminders,
  ] = await Promise.all([
    openReceipts(db, limit),
    ordersWithProblem(db, limit),
    ordersThatOweMoney(db, limit),
    listDisputes(db, { all: false, limit }),
    unclearCharges(db, limit),
    unclearRefunds(db, limit),
    failedRefunds(db, limit),
    cancellationsThatNeedYou(db, limit),
    failedMails(db, limit),
    givenUpGatewayEvents(db, limit),
    silentGateways(db),
    heldMails(db),
    givenUpWebhooks(db),
    openPayouts(db, limit),
    listFraudWarnings(db, { all: false, limit }),
    filesToApprove(db, limit),
    dueReminders(db, isoDay(localDay(now, timezone)), limit),
  ]);
  return [
    ...(note ? [{ kind: 'gateway_shown', key: 'gateway-shown', since: null, details: { note } } as const] : []),
    ...receipts.map(
      ({ id, receivedAt, amount, currency, orderCode, ...receipt }): Matter => ({
        kind: 'money_to_settle',
        key: `receipt:${id}`,
        since: receivedAt,
        sum: { amount, currency },
        orderCode,
        receiptId: id,
        details: {
          source: receipt.source,
          transaction: receipt.transaction,
          attention: receipt.attention!,
          words: receipt.words,
          waiting: receipt.suspended,
          missing: receipt.missing,
          returnAt: receipt.returnAt,
          returnStatus: receipt.returnStatus,
          returnReason: receipt.returnReason,
        },
      }),
    ),
    ...problems.map(
      (orderCode): Matter => ({
        kind: 'order_problem',
        key: `order-problem:${orderCode}`,
        since: null,
        orderCode,
        details: {},
      }),
    ),
    ...owed.map(
      ({ code: orderCode, owed: amount }): Matter => ({
        kind: 'order_owed',
        key: `order-owed:${orderCode}`,
        since: null,
        sum: { amount, currency: null },
        orderCode,
        details: {},
      }),
    ),
    ...disputes.map(
      ({ id, openedAt, amount, currency, orderCode, gateway, disputeId, answerBy, refunded }): Matter => ({
        kind: 'dispute',
        key: `dispute:${id}`,
        since: openedAt,
        sum: { amount, currency },
        orderCode,
        details: { gateway, disputeId, answerBy, refunded },
      }),
    ),
    ...warnings.map(
      ({ gateway, warningId, reason, reportedAt, left, currency, orderCode }): Matter => ({
        kind: 'fraud_warning',
        key: `fraud-warning:${gateway}:${warningId}`,
        since: reportedAt,
        sum: { amount: left ?? 0, currency },
        orderCode,
        details: { gateway, warningId, reason },
      }),
    ),
    ...payouts.map(
      ({ gateway, payoutId, attention: why, reason, reportedAt, amount, currency }): Matter => ({
        kind: 'payout',
        key: `payout:${gateway}:${payoutId}:${why}`,
        since: reportedAt,
        sum: { amount, currency },
        details: { gateway, payoutId, why, reason },
      }),
    ),
    ...unclearBack.map(
      ({ key, since, amount, gateway, refundNumber, orderCode }): Matter => ({
        kind: 'refund_unclear',
        key: `refund-unclear:${key}`,
        since,
        sum: { amount, currency: null },
        orderCode,
        ...(refundNumber !== null && { refundNumber }),
        details: { gateway, movement: key },
      }),
    ),
    ...unclear.map(
      ({ reference, gateway, amount, currency, orderCode, chargedAt }): Matter => ({
        kind: 'charge_unclear',
        key: `charge:${reference}`,
        since: chargedAt,
        sum: { amount, currency },
        orderCode,
        details: { gateway, reference },
      }),
    ),
    ...cancelled.map(
      ({ id, name, needYou, startedAt }): Matter => ({
        kind: 'cancellation',
        key: `cancellation:${id}`,
        since: startedAt,
        details: { id, name, needYou },
      }),
    ),
    ...refunds.map(
      ({ key, failedAt, amount, reason, refundNumber, orderCode }): Matter => ({
        kind: 'refund_failed',
        key: `movement:${key}`,
        since: failedAt,
        sum: { amount, currency: null },
        orderCode,
        refundNumber,
        details: { reason },
      }),
    ),
    ...toApprove.map(
      ({ messageId: file, madeAt, madeBy, madeByStaff, credits, total }): Matter => ({
        kind: 'transfer_file_waiting',
        key: `transfer-file:${file}`,
        since: madeAt,
        sum: { amount: total, currency: null },
        details: { file, credits, madeBy, madeByStaff },
      }),
    ),
    ...reminders.map(
      ({ note: id, orderCode, author, body, remindOn: day }): Matter => ({
        kind: 'order_reminder',
        key: `reminder:${id}:${day}`,
        since: new Date(edgeOfTypedDay(day, timezone, 0)!),
        orderCode,
        details: { note: id, day, author, body },
      }),
    ),
    ...mails.map(
      ({ createdAt, ...details }): Matter => ({
        kind: 'mail_given_up',
        key: `mail:${details.id}`,
        since: createdAt,
        details,
      }),
    ),
    ...unread.map(
      ({ gateway, eventId, receivedAt, error }): Matter => ({
        kind: 'message_given_up',
        key: `message:${gateway}:${eventId}`,
        since: receivedAt,
        details: { gateway, eventId, error },
      }),
    ),
    ...silent.map(
      ({ gateway, silence, since }): Matter => ({
        kind: silence === 'no_answer' ? 'gateway_not_answering' : 'gateway_messages_missing',
        key: `${silence}:${gateway}`,
        since,
        details: { gateway },
      }),
    ),
    ...(webhooks.count > 0
      ? [{ kind: 'webhook_given_up', key: 'webhook-given-up', since: webhooks.since, details: webhooks } as const]
      : []),
    ...(held.count > 0 ? [{ kind: 'mails_held', key: 'mails-held', since: null, details: held } as const] : []),
  ];
}

/** Lists the open matters from one snapshot. */
export const openMattersNow = (db: Db, now: Date, gateway: string, limit: number): Promise<Matter[]> =>
  db.transaction(async (tx) => {
    await tx.run('set transaction isolation level repeatable read, read only');
    return await openMatters(tx, now, gateway, limit);
  });

/** Returns the open matters as lines in English. */
export async function openMatterLines(db: Queryable, now: Date, gateway?: string): Promise<string[]> {
  const shop = (await isShopImported(db)) ? await loadShop(db) : null;
  // Without a shop, before the first import, there are no sums.
  const money = (sum?: Sum) => (shop ? sumText(sum, { language: ENGLISH, ...shop.public }) : '');
  return (await openMatters(db, now, gateway)).map((matter) => matterText(matter, money));
}

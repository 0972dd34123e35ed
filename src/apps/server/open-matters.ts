import { allCancellations } from '#features/cancellations/server/public.ts';
import { ordersOwed } from '#features/desk/server/public.ts';
import { listDisputes } from '#features/disputes/server/public.ts';
import { type Matter, matterText, type Sum } from '#features/operator-notices/domain/matter.ts';
import { givenUpGatewayEvents } from '#features/payments/server/public.ts';
import { isShopImported, loadShop } from '#features/shop-config/server/public.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Queryable } from '#platform/db/db.ts';
import { failedMails, heldMails, ordersWithProblem, waitingReceipts } from './open-matters-store.ts';
import { shownGatewayNote } from './shown-gateway.ts';

const MOST = 100;

/** Everything that needs a person, at most 100 of each kind. Compares `gateway` with the one in the shop folder. */
export async function openMatters(db: Queryable, gateway?: string): Promise<Matter[]> {
  const note = gateway && (await isShopImported(db)) ? await shownNote(db, gateway) : null;
  const receipts = await waitingReceipts(db, MOST);
  const problems = await ordersWithProblem(db, MOST);
  const owed = await ordersOwed(db, MOST);
  const disputes = await listDisputes(db, { all: false, most: MOST });
  const cancelled = (await allCancellations(db)).filter(({ needYou }) => needYou > 0);
  const mails = await failedMails(db, MOST);
  const unread = await givenUpGatewayEvents(db, MOST);
  const held = await heldMails(db);
  return [
    ...(note ? [{ kind: 'gateway_shown', key: 'gateway-shown', since: null, details: { note } } as const] : []),
    ...receipts.map(
      ({ id, receivedAt, amount, currency, orderCode, ...details }): Matter => ({
        kind: 'money_to_settle',
        key: `receipt:${id}`,
        since: receivedAt,
        sum: { amount, currency },
        orderCode,
        receiptId: id,
        details,
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
      ({ id, openedAt, amount, currency, orderCode, gateway, disputeId, answerBy }): Matter => ({
        kind: 'dispute',
        key: `dispute:${id}`,
        since: openedAt,
        sum: { amount, currency },
        orderCode,
        details: { gateway, disputeId, answerBy },
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
    ...mails.map(
      ({ id, createdAt, text }): Matter => ({
        kind: 'mail_given_up',
        key: `mail:${id}`,
        since: createdAt,
        details: { mail: text },
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
    ...(held.count > 0 ? [{ kind: 'mails_held', key: 'mails-held', since: null, details: held } as const] : []),
  ];
}

const shownNote = async (db: Queryable, used: string) =>
  shownGatewayNote((await loadShop(db)).public.paymentGateway, used);

/** The open matters as lines in English. */
export async function openMatterLines(db: Queryable, gateway?: string): Promise<string[]> {
  const shop = (await isShopImported(db)) ? await loadShop(db) : null;
  // Another currency's digits are unknown, and so are the shop's before its first import.
  const money = ({ amount, currency }: Sum = { amount: 0, currency: null }) => {
    const of = currency ?? shop?.public.currency;
    return shop && of === shop.public.currency
      ? formatMoney(amount, shop.public)
      : `${amount} ${of ?? ''} (minor units)`;
  };
  return (await openMatters(db, gateway)).map((matter) => matterText(matter, money));
}

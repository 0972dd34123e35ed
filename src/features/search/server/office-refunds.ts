import type { KeptMoney } from '#features/refunds/domain/kept-money.ts';
import { keptByRefunds } from '#features/refunds/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import type { RefundFilter } from '../domain/refund-filter.ts';
import { refundsCount, refundsExport, refundsList } from '../office-contract/refunds.ts';
import { refundStateText, refundWayText } from '../words/list-words.ts';
import { type ExportColumns, exportList } from './export-list.ts';
import { PAGE } from './list-limits.ts';
import {
  afterText,
  countOnWire,
  countsOf,
  foundOf,
  type ListParts,
  pageOf,
  placeByTime,
  readAfter,
  type WireFilter,
  withMoments,
} from './list-parts.ts';
import { countRefunds, type ListedRefund, listRefunds } from './list-refunds-store.ts';
import { REFUND_MATCHES } from './order-matches-store.ts';

export function addRefundListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(refundsList, async ({ filter: requested, sort, after }, { now }) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, requested, await loadShop(tx));
      const [rows, { total, ...counted }] = await Promise.all([
        listRefunds(
          tx,
          {
            ...query,
            sort,
            after: readAfter(after),
            limit: PAGE + 1,
          },
          now,
        ),
        countRefunds(tx, query, now),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({
        rows: (await withKept(tx, shown)).map(onWire),
        next: next && afterText(next),
        ...countOnWire(counted),
        total,
      });
    }),
  );

  calls.add(refundsCount, async (wanted, { now }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const count = async (filter: RequestedFilter, max: number) =>
        countRefunds(tx, await queryOf(tx, filter, shop), now, max);
      return ok(await countsOf(wanted, count));
    }),
  );

  calls.add(refundsExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'refunds', columns: COLUMNS, without, after, place: placeByTime },
      context,
      async (tx, shop, part) =>
        withKept(tx, await listRefunds(tx, { ...(await queryOf(tx, filter, shop)), ...part, sort }, context.now)),
    ),
  );
}

type RequestedFilter = WireFilter<Omit<RefundFilter, 'olderThanDays'>> & { readonly older_than_days: number | null };

async function queryOf(tx: Queryable, { older_than_days: olderThanDays, ...requested }: RequestedFilter, shop: Shop) {
  const filter: RefundFilter = { ...withMoments(requested), olderThanDays };
  return { filter, found: await foundOf(tx, filter.text, shop, REFUND_MATCHES) };
}

type RefundWithKept = ListedRefund & { readonly kept: KeptMoney };

async function withKept(tx: Queryable, refunds: readonly ListedRefund[]): Promise<RefundWithKept[]> {
  const kept = await keptByRefunds(
    tx,
    refunds.map(({ id }) => id),
  );
  return refunds.map((refund) => ({ ...refund, kept: kept.get(refund.id)! }));
}

const onWire = (refund: RefundWithKept) => ({
  code: refund.code,
  order: refund.order,
  customer_name: refund.customerName,
  requested_at: toInstant(refund.at),
  status: refund.status,
  total: refund.total,
  fees_kept: refund.kept.fees,
  not_refunded: refund.kept.notRefunded,
  to_card: refund.toCard,
  is_whole_plan: refund.isPlan,
  by_operator: refund.isByOperator,
  is_refused: refund.isRefused,
  needs_account: refund.needsAccount,
  has_order_problem: refund.hasOrderProblem,
  file: refund.file,
  completed_at: toInstantOrNull(refund.completedAt),
});

const COLUMNS: ExportColumns<RefundWithKept> = {
  refund: ({ code }) => code,
  order: ({ order }) => order,
  name: ({ customerName }) => customerName,
  requested: ({ at }, shop) => spreadsheetTime(at, shop.timezone),
  state: {
    words: ({ status, isRefused }, _shop, language) => refundStateText(language, status, isRefused),
    code: ({ status, isRefused }) => (isRefused ? 'refused' : status),
  },
  way: {
    words: (refund, _shop, language) => refundWayText(language, refund),
    code: ({ toCard }) => (toCard ? 'card' : 'bank'),
  },
  file: ({ file }) => file ?? '',
  paid: ({ completedAt }, shop) => (completedAt ? spreadsheetTime(completedAt, shop.timezone) : ''),
  fees_kept: ({ kept }, shop) => decimalFigure(kept.fees, shop.currencyDigits),
  not_refunded: ({ kept }, shop) => decimalFigure(kept.notRefunded, shop.currencyDigits),
  total: ({ total }, shop) => decimalFigure(total, shop.currencyDigits),
  currency: (_refund, shop) => shop.currency,
};

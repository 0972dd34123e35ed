import { overdueBefore } from '#features/orders/domain/payment-view.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import type { PlanFilter } from '../domain/plan-filter.ts';
import { plansCount, plansExport, plansList } from '../office-contract/plans.ts';
import { instalmentStateText, methodNames } from '../words/list-words.ts';
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
import { countInstalments, type ListedInstalment, listInstalments } from './list-plans-store.ts';
import { INSTALMENT_MATCHES } from './order-matches-store.ts';

export function addPlanListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(plansList, async ({ filter: requested, sort, after }, { now }) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, requested, await loadShop(tx), now);
      const [rows, { count, hasMore, ...sums }] = await Promise.all([
        listInstalments(tx, {
          ...query,
          sort,
          after: readAfter(after),
          limit: PAGE + 1,
        }),
        countInstalments(tx, query),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({
        rows: shown.map(onWire),
        next: next && afterText(next),
        ...countOnWire({ count, hasMore }),
        ...sums,
      });
    }),
  );

  calls.add(plansCount, async (wanted, { now }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const count = async (filter: WireFilter<PlanFilter>, max: number) =>
        countInstalments(tx, await queryOf(tx, filter, shop, now), max);
      return ok(await countsOf(wanted, count));
    }),
  );

  calls.add(plansExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'plans', columns: COLUMNS, without, after, place: placeByTime },
      context,
      async (tx, shop, part) =>
        listInstalments(tx, {
          ...(await queryOf(tx, filter, shop, context.now)),
          ...part,
          sort,
        }),
    ),
  );
}

async function queryOf(tx: Queryable, requested: WireFilter<PlanFilter>, shop: Shop, now: Date) {
  const filter: PlanFilter = withMoments(requested);
  return {
    filter,
    found: await foundOf(tx, filter.text, shop, INSTALMENT_MATCHES),
    overdueBefore: overdueBefore(shop.public.timezone, now),
  };
}

const onWire = (instalment: ListedInstalment) => ({
  reference: instalment.reference,
  order: instalment.order,
  customer_name: instalment.customerName,
  due_at: toInstant(instalment.at),
  method: instalment.method,
  status: instalment.status,
  is_overdue: instalment.isOverdue,
  attempts: instalment.attempts,
  amount: instalment.amount,
  paid: instalment.paid,
  paid_at: toInstantOrNull(instalment.paidAt),
});

const COLUMNS: ExportColumns<ListedInstalment> = {
  reference: ({ reference }) => reference,
  order: ({ order }) => order,
  name: ({ customerName }) => customerName,
  email: ({ customerEmail }) => customerEmail,
  due: ({ at }, shop) => spreadsheetTime(at, shop.timezone),
  status: {
    words: ({ status, isOverdue }, _shop, language) => instalmentStateText(language, status, isOverdue),
    code: ({ status, isOverdue }) => (isOverdue ? 'overdue' : status),
  },
  method: {
    words: ({ method }, _shop, { translate }) => translate(methodNames[method]),
    code: ({ method }) => method,
  },
  attempts: ({ attempts }) => String(attempts),
  amount: ({ amount }, shop) => decimalFigure(amount, shop.currencyDigits),
  paid: ({ paid }, shop) => decimalFigure(paid, shop.currencyDigits),
  paid_on: ({ paidAt }, shop) => (paidAt ? spreadsheetTime(paidAt, shop.timezone) : ''),
  currency: (_instalment, shop) => shop.currency,
};

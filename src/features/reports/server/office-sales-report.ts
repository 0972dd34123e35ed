import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { groupSales, NO_EVENT, SHIPPING } from '../domain/sales-groups.ts';
import { reportSales, reportSalesRows } from '../office-contract.ts';
import { keyOf } from './kept-figures.ts';
import { keptPage } from './pages-of-rows.ts';
import { type ReportParts, requestedDays, totalOf } from './report-parts.ts';
import { type SalesPart, salesRows } from './sales-rows-store.ts';
import { soldInSpans, soldItems } from './sold-figures-store.ts';

export function addSalesReportCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  calls.add(reportSales, async ({ by, ...requested }, { now }) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const { days, spans } = found.value;
    const sold = await parts.keep(keyOf('sold', spans), now, async (tx) => ({
      figures: await soldInSpans(tx, spans),
      items: await soldItems(tx),
    }));
    const { figures, items } = sold.figures;
    const rows = groupSales(
      figures.map((figure) => ({ ...figure, day: days[figure.day - 1]! })),
      items,
      { by, days },
    );
    const orders = figures.reduce((all, figure) => all + figure.orders, 0);
    return ok({
      as_of: toInstant(sold.asOf),
      rows,
      total: {
        name: null,
        orders,
        tickets: totalOf(rows, ({ tickets }) => tickets),
        goods: totalOf(rows, ({ goods }) => goods),
        sold: totalOf(rows, (row) => row.sold),
      },
    });
  });

  calls.add(reportSalesRows, async ({ after, most, ...requested }, context) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const { whole } = found.value;
    const sold = salesRows(partOf(requested), whole);
    return ok(await keptPage(parts.keep, sold, { after, most }, context));
  });
}

interface PartOnWire {
  readonly item: string | null;
  readonly event: string | null;
  readonly channel: string | null;
  readonly voucher: number | null;
}

function partOf({ item, event, channel, voucher }: PartOnWire): SalesPart {
  const orders = { channel, voucher };
  if (item === SHIPPING || event === SHIPPING) return { of: 'shipping', code: '', ...orders };
  if (item !== null) return { of: 'item', code: item, ...orders };
  if (event === NO_EVENT) return { of: 'no_event', code: '', ...orders };
  return event === null ? { of: 'all', code: '', ...orders } : { of: 'event', code: event, ...orders };
}

import { channelName } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { groupSales, NO_EVENT, SHIPPING } from '../domain/sales-groups.ts';
import { reportSales, reportSalesRows } from '../office-contract.ts';
import { spansToRead } from './day-figures-store.ts';
import { pageOfDays, type RowsOfDays } from './pages-of-rows.ts';
import { groupsOfDays, type ReportParts, requestedDays, totalOf } from './report-parts.ts';
import { nameOfPart, type SalesPart, salesRows, salesSums } from './sales-rows-store.ts';
import { soldInGroups, soldItems } from './sold-figures-store.ts';

export function addSalesReportCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  calls.add(reportSales, async ({ by, ...requested }, { now, language }) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const { days, spans } = found.value;
    const [figures, items, shop] = await parts.db.read(async (tx) => {
      const read = await spansToRead(tx, spans);
      return await Promise.all([
        soldInGroups(tx, read, groupsOfDays(found.value, by)),
        soldItems(tx),
        parts.loadShop(tx),
      ]);
    });
    const rows = groupSales(figures, items, { by, days }).map((row) =>
      by === 'channel' ? { ...row, name: channelName(shop, row.key, language) } : row,
    );
    const orders = figures.reduce((all, figure) => all + figure.orders, 0);
    return ok({
      as_of: toInstant(now),
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

  calls.add(reportSalesRows, async ({ after, page_size: pageSize, ...requested }, context) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const part = partOf(requested);
    const sold: RowsOfDays = { rows: (span) => salesRows(part, span), sums: (spans) => salesSums(part, spans) };
    const name = await parts.db.read(async (tx) =>
      part.channel === null
        ? nameOfPart(tx, part)
        : channelName(await parts.loadShop(tx), part.channel, context.language),
    );
    return ok({ ...(await pageOfDays(parts.db, sold, found.value, { after, pageSize }, context)), name });
  });
}

interface PartOnWire {
  readonly item: string | null;
  readonly event: string | null;
  readonly channel: string | null;
  readonly voucher: number | null;
  readonly figure: 'sold' | 'discount';
}

function partOf({ item, event, channel, voucher, figure }: PartOnWire): SalesPart {
  const orders = { channel, voucher };
  if (figure === 'discount') return { kind: 'discount', code: '', ...orders };
  if (item === SHIPPING || event === SHIPPING) return { kind: 'shipping', code: '', ...orders };
  if (item !== null) return { kind: 'item', code: item, ...orders };
  if (event === NO_EVENT) return { kind: 'no_event', code: '', ...orders };
  return event === null ? { kind: 'all', code: '', ...orders } : { kind: 'event', code: event, ...orders };
}

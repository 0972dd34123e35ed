import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import type { ReceiptFilter } from '../domain/receipt-filter.ts';
import { receiptsExport, receiptsList } from '../office-contract.ts';
import { type ExportColumns, exportRows, wallClock } from './export-rows.ts';
import { MOST_COUNTED, PAGE } from './list-limits.ts';
import {
  afterText,
  countOnWire,
  type ListParts,
  meaningsOf,
  pageOf,
  readAfter,
  type WireFilter,
  withMoments,
} from './list-parts.ts';
import { countReceipts, type ListedReceipt, listReceipts, receiptSources } from './list-receipts-store.ts';

export function addReceiptListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(receiptsList, async ({ filter: requested, after }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const query = queryOf(requested, shop);
      const [rows, { count, ...sums }, sources] = await Promise.all([
        listReceipts(tx, { ...query, after: readAfter(after), most: PAGE + 1 }),
        countReceipts(tx, query, shop.public.currency),
        receiptSources(tx),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({ rows: shown.map(onWire), next: next && afterText(next), ...countOnWire(count), ...sums, sources });
    }),
  );

  calls.add(receiptsExport, async ({ filter: requested }, context) =>
    db.transaction(async (tx) => {
      const shop = await loadShop(tx);
      const rows = await listReceipts(tx, { ...queryOf(requested, shop), after: null, most: MOST_COUNTED + 1 });
      return ok(await exportRows(tx, { list: 'receipts', rows, columns: COLUMNS, shop: shop.public }, context));
    }),
  );
}

function queryOf(requested: WireFilter<ReceiptFilter>, shop: Shop) {
  const filter: ReceiptFilter = withMoments(requested);
  return { filter, meanings: meaningsOf(filter.text, shop) };
}

const onWire = (receipt: ListedReceipt) => ({
  id: receipt.id,
  received_at: toInstant(receipt.at),
  source: receipt.source,
  transaction: receipt.transaction,
  words: receipt.words,
  order: receipt.order,
  customer_name: receipt.customerName,
  amount: receipt.amount,
  currency: receipt.currency,
  left: receipt.left,
  returned: receipt.returned,
  is_open: receipt.isOpen,
});

const COLUMNS: ExportColumns<ListedReceipt> = {
  received: ({ at }, shop) => wallClock(at, shop.timezone),
  way: ({ source }) => source,
  number: ({ transaction }) => transaction,
  text: ({ words }) => words,
  order: ({ order }) => order ?? '',
  name: ({ customerName }) => customerName ?? '',
  amount: ({ amount }, shop) => decimalFigure(amount, shop.currencyDigits),
  left: ({ left }, shop) => decimalFigure(left, shop.currencyDigits),
  returned: ({ returned }, shop) => decimalFigure(returned, shop.currencyDigits),
  currency: ({ currency }) => currency,
};

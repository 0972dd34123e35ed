import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import type { ReceiptFilter } from '../domain/receipt-filter.ts';
import { receiptsCount, receiptsExport, receiptsList } from '../office-contract/receipts.ts';
import { type ExportColumns, exportRows, wallClock } from './export-rows.ts';
import { MOST_COUNTED, PAGE } from './list-limits.ts';
import {
  afterText,
  countOnWire,
  countsOf,
  type ListParts,
  meaningsOf,
  pageOf,
  readAfter,
  type WireFilter,
  withMoments,
} from './list-parts.ts';
import { countReceipts, type ListedReceipt, listReceipts, receiptSources } from './list-receipts-store.ts';

export function addReceiptListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(receiptsList, async ({ filter: asked, after }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const query = queryOf(asked, shop);
      const [rows, { count, ...sums }, sources] = await Promise.all([
        listReceipts(tx, { ...query, after: readAfter(after), most: PAGE + 1 }),
        countReceipts(tx, query, shop.public.currency),
        receiptSources(tx),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({ rows: shown.map(onWire), next: next && afterText(next), ...countOnWire(count), ...sums, sources });
    }),
  );

  calls.add(receiptsCount, async ({ filters }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const count = async (filter: WireFilter<ReceiptFilter>, most: number) =>
        (await countReceipts(tx, queryOf(filter, shop), shop.public.currency, most)).count;
      return ok(await countsOf(filters, count));
    }),
  );

  calls.add(receiptsExport, async ({ filter: asked }, context) =>
    db.transaction(async (tx) => {
      const shop = await loadShop(tx);
      const rows = await listReceipts(tx, { ...queryOf(asked, shop), after: null, most: MOST_COUNTED + 1 });
      return ok(await exportRows(tx, { list: 'receipts', rows, columns: COLUMNS, shop: shop.public }, context));
    }),
  );
}

function queryOf(asked: WireFilter<ReceiptFilter>, shop: Shop) {
  const filter: ReceiptFilter = withMoments(asked);
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

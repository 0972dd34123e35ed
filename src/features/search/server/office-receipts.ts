import { numberOfReceipt } from '#features/payments/domain/transaction-number.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { toInstant } from '#wire/fields.ts';
import type { ReceiptFilter } from '../domain/receipt-filter.ts';
import { receiptsCount, receiptsExport, receiptsList } from '../office-contract/receipts.ts';
import { sourceText } from '../words/list-words.ts';
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
import { countReceipts, type ListedReceipt, listReceipts, receiptSources } from './list-receipts-store.ts';
import { RECEIPT_MATCHES } from './order-matches-store.ts';

export function addReceiptListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(receiptsList, async ({ filter: requested, sort, after }) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const query = await queryOf(tx, requested, shop);
      const [rows, { count, hasMore, ...sums }, sources] = await Promise.all([
        listReceipts(tx, {
          ...query,
          sort,
          after: readAfter(after),
          limit: PAGE + 1,
        }),
        countReceipts(tx, query, shop.public.currency),
        receiptSources(tx),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({
        rows: shown.map(onWire),
        next: next && afterText(next),
        ...countOnWire({ count, hasMore }),
        ...sums,
        sources,
      });
    }),
  );

  calls.add(receiptsCount, async (wanted) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      const count = async (filter: WireFilter<ReceiptFilter>, max: number) =>
        countReceipts(tx, await queryOf(tx, filter, shop), shop.public.currency, max);
      return ok(await countsOf(wanted, count));
    }),
  );

  calls.add(receiptsExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'receipts', columns: COLUMNS, without, after, place: placeByTime },
      context,
      async (tx, shop, part) =>
        listReceipts(tx, {
          ...(await queryOf(tx, filter, shop)),
          ...part,
          sort,
        }),
    ),
  );
}

async function queryOf(tx: Queryable, requested: WireFilter<ReceiptFilter>, shop: Shop) {
  const filter: ReceiptFilter = withMoments(requested);
  return { filter, found: await foundOf(tx, filter.text, shop, RECEIPT_MATCHES) };
}

const onWire = (receipt: ListedReceipt) => ({
  id: receipt.id,
  received_at: toInstant(receipt.at),
  source: receipt.source,
  number: numberOfReceipt(receipt),
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
  received: ({ at }, shop) => spreadsheetTime(at, shop.timezone),
  way: { words: ({ source }, _shop, language) => sourceText(language, source), code: ({ source }) => source },
  number: { words: (receipt) => numberOfReceipt(receipt) ?? '', code: ({ transaction }) => transaction },
  text: ({ words }) => words,
  order: ({ order }) => order ?? '',
  name: ({ customerName }) => customerName ?? '',
  amount: ({ amount }, shop) => decimalFigure(amount, shop.currencyDigits),
  left: ({ left }, shop) => decimalFigure(left, shop.currencyDigits),
  returned: ({ returned }, shop) => decimalFigure(returned, shop.currencyDigits),
  currency: ({ currency }) => currency,
};

import { documentByCode, type InvoiceParts, invoiceFile } from '#features/invoices/server/public.ts';
import { seriesNames } from '#features/invoices/words/staff/series-names.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { decimalFigure } from '#kernel/money.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import type { InvoiceFilter } from '../domain/invoice-filter.ts';
import {
  invoiceFile as invoiceFileCall,
  invoicesCount,
  invoicesExport,
  invoicesList,
} from '../office-contract/invoices.ts';
import { type ExportColumns, exportList } from './export-list.ts';
import { countInvoices, type ListedInvoice, listInvoices } from './list-invoices-store.ts';
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
import { INVOICE_MATCHES } from './order-matches-store.ts';

type Parts = ListParts & Pick<InvoiceParts, 'files'>;

export function addInvoiceListCalls(calls: OfficeCallRegistry, { db, loadShop, files }: Parts): void {
  calls.add(invoicesList, async ({ filter: requested, sort, after }) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, requested, await loadShop(tx));
      const [rows, count] = await Promise.all([
        listInvoices(tx, {
          ...query,
          sort,
          after: readAfter(after),
          limit: PAGE + 1,
        }),
        countInvoices(tx, query),
      ]);
      const { shown, next } = pageOf(rows);
      return ok({ rows: shown.map(onWire), next: next && afterText(next), ...countOnWire(count) });
    }),
  );

  calls.add(invoicesCount, async (wanted) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      return ok(await countsOf(wanted, async (filter, max) => countInvoices(tx, await queryOf(tx, filter, shop), max)));
    }),
  );

  calls.add(invoicesExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'invoices', columns: COLUMNS, without, after, place: placeByTime },
      context,
      async (tx, shop, part) =>
        listInvoices(tx, {
          ...(await queryOf(tx, filter, shop)),
          ...part,
          sort,
        }),
    ),
  );

  calls.add(invoiceFileCall, async ({ number }) => {
    const found = await db.read((tx) => documentByCode(tx, number));
    if (!found) return refuse(notFound);
    const { filename, content } = await invoiceFile({ loadShop: () => loadShop(db), files }, found.content);
    return ok({ filename, pdf: content.toString('base64') });
  });
}

async function queryOf(tx: Queryable, requested: WireFilter<InvoiceFilter>, shop: Shop) {
  const filter: InvoiceFilter = withMoments(requested);
  return { filter, found: await foundOf(tx, filter.text, shop, INVOICE_MATCHES) };
}

const onWire = (invoice: ListedInvoice) => ({
  number: invoice.code,
  series: invoice.series,
  corrects: invoice.corrects,
  issued_at: toInstant(invoice.at),
  order: invoice.order,
  buyer: invoice.buyer,
  gross: invoice.gross,
  tax: invoice.tax,
  currency: invoice.currency,
  missing: invoice.missing,
});

const COLUMNS: ExportColumns<ListedInvoice> = {
  number: ({ code }) => code,
  kind: {
    words: ({ series }, _shop, { translate }) => translate(seriesNames[series]),
    code: ({ series }) => series,
  },
  issued: ({ at }, shop) => spreadsheetTime(at, shop.timezone),
  order: ({ order }) => order,
  name: ({ buyer }) => buyer,
  corrects: ({ corrects }) => corrects ?? '',
  net: ({ gross, tax }, shop) => decimalFigure(gross - tax, shop.currencyDigits),
  tax: ({ tax }, shop) => decimalFigure(tax, shop.currencyDigits),
  gross: ({ gross }, shop) => decimalFigure(gross, shop.currencyDigits),
  currency: ({ currency }) => currency,
  numbers_missing: ({ missing }) => String(missing),
};

import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { reportTax, reportTaxRows } from '../office-contract.ts';
import { spansToRead } from './day-figures-store.ts';
import { pageOfDays, type RowsOfDays } from './pages-of-rows.ts';
import { type ReportParts, requestedDays, totalOf } from './report-parts.ts';
import { type TaxFigure, taxOfDocuments, taxOfLedger, taxRows, taxSums } from './tax-store.ts';

/** In an address: everything that is taxed where the event is. */
const EVENT = 'event';

export function addTaxReportCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  calls.add(reportTax, async (requested, { now }) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const [{ figures, documents }, ledger] = await parts.db.read(async (tx) => {
      const read = await spansToRead(tx, found.value.spans);
      return await Promise.all([taxOfDocuments(tx, read), taxOfLedger(tx, read)]);
    });
    const rows = figures.map(({ country, rate, net, tax, documents: count }) => ({
      key: `${country === '' ? EVENT : country} ${rate}`,
      country,
      tax_basis_points: rate,
      documents: count,
      net,
      tax,
      gross: net + tax,
    }));
    return ok({
      as_of: toInstant(now),
      rows,
      total: {
        documents,
        net: totalOf(rows, ({ net }) => net),
        tax: totalOf(rows, ({ tax }) => tax),
        gross: totalOf(rows, ({ gross }) => gross),
      },
      rates: ratesOf(figures, ledger),
    });
  });

  calls.add(
    reportTaxRows,
    async ({ country, tax_basis_points: rate, figure, after, page_size: pageSize, ...requested }, context) => {
      const found = await requestedDays(requested, parts);
      if (!found.ok) return found;
      const part = { country: country === EVENT ? '' : country, rate, figure };
      const taxed: RowsOfDays = { rows: (span) => taxRows(part, span), sums: (spans) => taxSums(part, spans) };
      return ok(await pageOfDays(parts.db, taxed, found.value, { after, pageSize }, context));
    },
  );
}

function ratesOf(documents: readonly TaxFigure[], ledger: readonly { rate: number; tax: number }[]) {
  const rates = [...new Set([...documents, ...ledger].map(({ rate }) => rate))].sort((one, other) => one - other);
  const taxOf = (figures: readonly { rate: number; tax: number }[], rate: number) =>
    totalOf(
      figures.filter((figure) => figure.rate === rate),
      ({ tax }) => tax,
    );
  return rates.map((rate) => ({
    tax_basis_points: rate,
    documents: taxOf(documents, rate),
    ledger: taxOf(ledger, rate),
  }));
}

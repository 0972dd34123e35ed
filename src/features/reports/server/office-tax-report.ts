import type { OfficeCallRegistry } from '#features/staff/server/public.ts';
import { ok } from '#kernel/result.ts';
import { toInstant } from '#wire/fields.ts';
import { reportTax, reportTaxRows } from '../office-contract.ts';
import { keyOf } from './kept-figures.ts';
import { keptPage } from './pages-of-rows.ts';
import { type ReportParts, requestedDays, totalOf } from './report-parts.ts';
import { sumOf } from './rows-of-sql-store.ts';
import { type TaxFigure, taxOfDocuments, taxOfLedger, taxRows } from './tax-store.ts';

/** In an address: everything that is taxed where the event is. */
const EVENT = 'event';

export function addTaxReportCalls(calls: OfficeCallRegistry, parts: ReportParts): void {
  calls.add(reportTax, async (requested, { now }) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const { whole } = found.value;
    const taxed = await parts.keep(keyOf('tax', [whole]), now, async (tx) => ({
      documents: await taxOfDocuments(tx, whole),
      ledger: await taxOfLedger(tx, whole),
      all: await sumOf(tx, taxRows({ country: null, rate: null }, whole)),
    }));
    const { documents, ledger, all } = taxed.figures;
    const rows = documents.map(({ country, rate, net, tax, documents: count }) => ({
      key: `${country === '' ? EVENT : country} ${rate}`,
      country,
      tax_basis_points: rate,
      documents: count,
      net,
      tax,
      gross: net + tax,
    }));
    return ok({
      as_of: toInstant(taxed.asOf),
      rows,
      total: {
        documents: all.count,
        net: totalOf(rows, ({ net }) => net),
        tax: totalOf(rows, ({ tax }) => tax),
        gross: totalOf(rows, ({ gross }) => gross),
      },
      rates: ratesOf(documents, ledger),
    });
  });

  calls.add(reportTaxRows, async ({ country, tax_basis_points: rate, after, most, ...requested }, context) => {
    const found = await requestedDays(requested, parts);
    if (!found.ok) return found;
    const taxed = taxRows({ country: country === EVENT ? '' : country, rate }, found.value.whole);
    return ok(await keptPage(parts.keep, taxed, { after, most }, context));
  });
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

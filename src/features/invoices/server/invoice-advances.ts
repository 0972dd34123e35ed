import type { InvoiceContent, RateSum } from '../domain/invoice-content.ts';
import { type Face, INK_3, type Sheet, SUM_FACE, SUM_HEIGHT, SUM_WIDTH, sumRow } from './invoice-sheet.ts';

export const advanceTotal = ({ advances = [] }: InvoiceContent): number =>
  advances.reduce((all, { total }) => all + total, 0);

/** Draws the payments on account, document by document, and the remainder of the sale. */
export function drawAdvances(sheet: Sheet): void {
  const { text } = sheet.language;
  const { pdf, content, left, right } = sheet;
  const { advances = [] } = content;
  if (advances.length === 0) return;
  const firstFigure = right - 3 * SUM_WIDTH;
  sheet.makeRoom((advances.length + 3) * SUM_HEIGHT + 10);
  const table = pdf.table();
  const draw = (name: string, figures: readonly string[], face: Face, kind: 'heading' | 'row') => {
    const one = { ...face, ...SUM_FACE };
    const cells = [
      sheet.at(name, left, firstFigure - left, one),
      ...figures.map((figure, index) =>
        sheet.at(figure, firstFigure + index * SUM_WIDTH + 4, SUM_WIDTH - 4, { ...one, align: 'right' }),
      ),
    ];
    sumRow(sheet, table, cells, kind);
  };
  const sums = (rates: readonly RateSum[]) =>
    (['net', 'tax', 'gross'] as const).map((figure) => rates.reduce((all, rate) => all + rate[figure], 0));
  draw(text('Paid on account'), [text('Net'), text('VAT'), text('Gross')], { font: 'strong', color: INK_3 }, 'heading');
  for (const { code, issuedAt, rates } of advances) {
    const name = text('Invoice {code} of {day}', { code, day: sheet.day(issuedAt) });
    draw(
      name,
      sums(rates).map((amount) => sheet.money(-amount)),
      {},
      'row',
    );
  }
  sheet.rule(INK_3);
  sheet.y += 6;
  const deducted = sums(advances.flatMap(({ rates }) => rates));
  const rest = sums(content.rates).map((amount, index) => sheet.money(amount - deducted[index]!));
  draw(text('Remaining'), rest, { font: 'strong' }, 'row');
  table.end();
  sheet.y += 10;
}

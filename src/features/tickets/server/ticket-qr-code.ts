import { create as qrCode } from 'qrcode';
import type { Language } from '#kernel/language.ts';
import type { TaggedPdf } from '#platform/pdf/tagged-pdf.ts';
import { printedCode } from '../domain/printed-code.ts';

/**
 * Points: 78 mm with the quiet zone, so that the 41 modules themselves are 65 mm wide. Readable from a wet sheet at
 * arm's length, and from a phone that shows the whole page.
 */
export const QR_WIDTH = 220.5;
const QUIET_MODULES = 4;

/** Draws the code as shapes, sharp at any size; `left`, `top` are the corner of its quiet zone in points. */
export function drawQrCode(
  { text }: Language,
  pdf: TaggedPdf,
  ticket: { readonly qrText: string; readonly code: string },
  left: number,
  top: number,
): void {
  const { modules } = qrCode([{ data: ticket.qrText, mode: 'alphanumeric' }] as never, { errorCorrectionLevel: 'M' });
  const unit = QR_WIDTH / (modules.size + 2 * QUIET_MODULES);
  const alternative = text('QR code for admission, ticket code {code}', { code: printedCode(ticket.code) });
  pdf.figure(alternative, [left, top, left + QR_WIDTH, top + QR_WIDTH], (doc) => {
    doc.rect(left, top, QR_WIDTH, QR_WIDTH).fill('#ffffff');
    for (let row = 0; row < modules.size; row += 1) {
      for (const [start, length] of darkRuns(modules, row)) {
        // Slightly wider than its place: adjacent rectangles show seams on some screens.
        doc.rect(
          left + (QUIET_MODULES + start) * unit,
          top + (QUIET_MODULES + row) * unit,
          length * unit + 0.03,
          unit + 0.03,
        );
      }
    }
    doc.fill('#000000');
  });
}

function darkRuns(
  modules: { size: number; get(row: number, column: number): number },
  row: number,
): [number, number][] {
  const runs: [number, number][] = [];
  for (let column = 0; column < modules.size; column += 1) {
    if (!modules.get(row, column)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === column) last[1] += 1;
    else runs.push([column, 1]);
  }
  return runs;
}

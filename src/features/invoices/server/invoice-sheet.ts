import { formatDate } from '#kernel/dates.ts';
import type { Language } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import { formatPercent } from '#kernel/percent.ts';
import type { FontName } from '#platform/pdf/fonts.ts';
import type { PlacedText, TaggedCell, TaggedPdf } from '#platform/pdf/tagged-pdf.ts';
import { fitText } from '#platform/pdf/text-layout.ts';
import type { InvoiceContent } from '../domain/invoice-content.ts';

// In points. An A4 page is 595 by 842 points.
const MARGIN = 44;
const FOOTER = 60;
export const INK = '#1b1a2e';
export const INK_3 = '#666378';
const RULE = '#d8d3c7';

export function titleOf({ text }: Language, { series, code }: InvoiceContent): string {
  if (series === 'credit_note') return text('Credit note {code}', { code });
  return series === 'advance'
    ? text('Invoice for a payment on account {code}', { code })
    : text('Invoice {code}', { code });
}

export interface Face {
  readonly font?: FontName;
  readonly sizes?: readonly number[];
  readonly color?: string;
  readonly maxLines?: number;
  readonly align?: 'left' | 'right';
}

/** A document being drawn: the pen's position, and the start and end of each page. */
export class Sheet {
  readonly pdf: TaggedPdf;
  readonly language: Language;
  readonly content: InvoiceContent;
  readonly left = MARGIN;
  readonly right: number;
  y = MARGIN;
  private readonly pages: number;
  private page = 1;

  constructor(pdf: TaggedPdf, language: Language, content: InvoiceContent, pages: number) {
    this.pdf = pdf;
    this.language = language;
    this.content = content;
    this.pages = pages;
    this.right = pdf.pageWidth - MARGIN;
  }

  /** Lays out a text at the pen, without drawing it or moving the pen. */
  at(text: string, x: number, width: number, face: Face = {}, y = this.y): PlacedText {
    const { font = 'text', sizes = [9.5], color = INK, maxLines = 4, align = 'left' } = face;
    const layout = fitText(text, { font, lineHeight: 1.35 }, sizes, width, maxLines);
    const shift = align === 'right' ? width - Math.max(0, ...layout.lines.map((line) => line.width)) : 0;
    return { layout, x: x + shift, y, color };
  }

  /** Makes room for a block, if necessary on a new page. Returns whether it started a new page. */
  makeRoom(height: number): boolean {
    if (this.y + height <= this.pdf.pageHeight - FOOTER) return false;
    this.foot();
    this.pdf.nextPage();
    this.page += 1;
    this.y = MARGIN;
    const { content } = this;
    this.pdf.artifactText(this.at(titleOf(this.language, content), this.left, 300, { font: 'strong', color: INK_3 }));
    this.y += 24;
    return true;
  }

  rule(color = RULE, from: number = this.left): void {
    const { y, right } = this;
    this.pdf.artifact((doc) => doc.moveTo(from, y).lineTo(right, y).lineWidth(0.7).stroke(color));
  }

  foot(): void {
    const { pdf, content, left, right } = this;
    const { text } = this.language;
    const y = pdf.pageHeight - MARGIN;
    const who = [
      content.seller.lines[0],
      content.seller.vatNumber && text('VAT {number}', { number: content.seller.vatNumber }),
    ];
    const face = { sizes: [8], color: INK_3, maxLines: 1 };
    pdf.artifactText(
      this.at(who.filter(Boolean).join(' · '), left, 360, face, y),
      this.at(
        text('Page {page} of {pages}', { page: this.page, pages: this.pages }),
        right - 120,
        120,
        { ...face, align: 'right' },
        y,
      ),
    );
  }

  money(amount: number): string {
    return formatMoney(amount, this.content);
  }

  percent(basisPoints: number): string {
    return formatPercent(basisPoints, this.content.locale);
  }

  day(instant: string): string {
    return formatDate(instant, this.content);
  }
}

// For tables of sums, with columns for net, tax and gross by rate or by payment on account.
export const SUM_WIDTH = 96;
export const SUM_HEIGHT = 17;
export const SUM_FACE = { sizes: [9.5, 8.5, 7.5], maxLines: 1 } as const;

/** Draws a row of a table of sums, or its column headings; the first cell is the row's header. */
export function sumRow(
  sheet: Sheet,
  table: ReturnType<TaggedPdf['table']>,
  cells: readonly PlacedText[],
  kind: 'heading' | 'row',
): void {
  table.row(
    cells.map((cell, index): TaggedCell => {
      if (kind === 'heading') return { heads: 'Column', texts: [cell] };
      return index === 0 ? { heads: 'Row', texts: [cell] } : { texts: [cell] };
    }),
  );
  sheet.y += SUM_HEIGHT;
}

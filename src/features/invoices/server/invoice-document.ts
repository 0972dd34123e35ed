import { netOf } from '#features/pricing/domain/tax-rate.ts';
import type { Language } from '#kernel/language.ts';
import { readable } from '#platform/mail/colors.ts';
import { drawInTurn } from '#platform/pdf/draw-in-turn.ts';
import { createTaggedPdf, type PlacedText, type TaggedCell, type TaggedPdf } from '#platform/pdf/tagged-pdf.ts';
import type { InvoiceContent, InvoiceRow } from '../domain/invoice-content.ts';
import { advanceTotal, drawAdvances } from './invoice-advances.ts';
import { type Face, INK, INK_3, Sheet, SUM_FACE, SUM_HEIGHT, SUM_WIDTH, sumRow, titleOf } from './invoice-sheet.ts';

/** The decoration, which follows the shop's current design, whereas the content is frozen. */
export interface InvoiceLook {
  readonly language: Language;
  readonly shopName: string;
  readonly operatorName: string;
  readonly logo: { readonly picture: Buffer; readonly width: number; readonly height: number } | null;
  readonly brandColor: string | null;
}

const LOGO_HEIGHT = 34;
const PAPER = '#ffffff';
const INK_2 = '#4a4860';
const DEFAULT_BRAND = '#0b5d66';

/** Draws an invoice or credit note on A4 pages, as PDF/UA with embedded fonts, in the shop's language and locale. */
export const invoicePdf = (content: InvoiceContent, look: InvoiceLook): Promise<Buffer> =>
  drawInTurn(() => drawInvoice(content, look));

function drawInvoice(content: InvoiceContent, look: InvoiceLook): Promise<Buffer> {
  const { tag, text } = look.language;
  const title = titleOf(look.language, content);
  const pdf = createTaggedPdf({
    title: `${title} · ${look.shopName}`,
    language: tag,
    author: look.operatorName,
    subject: text('Order {code}', { code: content.order.code }),
    createdAt: new Date(content.issuedAt),
  });
  const pages = countPages(pdf, (paper) => drawDocument(paper, content, look, 0));
  drawDocument(pdf, content, look, pages);
  return pdf.finish();
}

/** Counts the pages by drawing once on paper that is discarded. */
function countPages({ pageWidth, pageHeight }: TaggedPdf, draw: (paper: TaggedPdf) => void): number {
  let pages = 1;
  const nothing = () => {};
  draw({
    pageWidth,
    pageHeight,
    text: nothing,
    table: () => ({ row: nothing, end: nothing }),
    artifactText: nothing,
    figure: nothing,
    artifact: nothing,
    nextPage: () => {
      pages += 1;
    },
    finish: () => Promise.resolve(Buffer.alloc(0)),
  });
  return pages;
}

function drawDocument(pdf: TaggedPdf, content: InvoiceContent, look: InvoiceLook, pages: number): void {
  const sheet = new Sheet(pdf, look.language, content, pages);
  drawHeader(sheet, look);
  drawParties(sheet);
  drawRows(sheet);
  drawRates(sheet);
  drawAdvances(sheet);
  drawPayments(sheet);
  drawNote(sheet);
  sheet.foot();
}

const bottomOf = (texts: readonly PlacedText[]): number =>
  Math.max(0, ...texts.map(({ y, layout }) => y + layout.height));

function drawHeader(sheet: Sheet, look: InvoiceLook): void {
  const { text } = sheet.language;
  const { pdf, left, right, content } = sheet;
  const brand = readable(look.brandColor ?? DEFAULT_BRAND, PAPER, INK);
  let x = left;
  let isNamed = false;
  if (look.logo) {
    const { picture, width, height } = look.logo;
    const scale = Math.min(LOGO_HEIGHT / height, 200 / width);
    const box = [x, sheet.y, x + width * scale, sheet.y + height * scale] as const;
    pdf.figure(text('{shop} logo', { shop: look.shopName }), box, (doc) =>
      doc.image(picture, box[0], box[1], { width: width * scale, height: height * scale }),
    );
    x = box[2] + 12;
    // A wide logo is taken to contain the name.
    isNamed = width > 2 * height;
  }
  if (!isNamed) {
    const name = sheet.at(look.shopName, x, right - x, {
      font: 'display',
      sizes: [18, 14, 11],
      color: brand,
      maxLines: 1,
    });
    pdf.text('P', { ...name, y: sheet.y + (LOGO_HEIGHT - name.layout.height) / 2 });
  }
  sheet.y += LOGO_HEIGHT + 26;
  const title = sheet.at(titleOf(look.language, content), left, right - left, {
    font: 'display',
    sizes: [24, 20, 16],
    maxLines: 1,
  });
  pdf.text('H1', title);
  sheet.y = bottomOf([title]) + 14;
}

const COLUMN_GAP = 18;

/** Draws seller, buyer and document facts in three columns, which are read one after another. */
function drawParties(sheet: Sheet): void {
  const { text } = sheet.language;
  const { content, left, right, pdf } = sheet;
  const { seller, buyer, order, corrects, issuedAt } = content;
  const width = (right - left - 2 * COLUMN_GAP) / 3;
  const top = sheet.y;
  const columns: { heading: string; lines: readonly (readonly [string | null, string])[] }[] = [
    {
      heading: text('Seller'),
      lines: [
        ...seller.lines.map((line) => [null, line] as const),
        [null, seller.email] as const,
        ...(seller.vatNumber ? [[text('VAT number'), seller.vatNumber] as const] : []),
        ...(seller.registrationNumber ? [[text('Company registration'), seller.registrationNumber] as const] : []),
      ],
    },
    {
      heading: text('Buyer'),
      lines: [...buyer.lines.map((line) => [null, line] as const), [null, buyer.email] as const],
    },
    {
      heading: text('Details'),
      lines: [
        [content.series === 'credit_note' ? text('Date') : text('Invoice date'), sheet.day(issuedAt)],
        ...(corrects
          ? ([
              [
                text('Corrects invoice'),
                text('{code} of {day}', { code: corrects.code, day: sheet.day(corrects.issuedAt) }),
              ],
              [text('Reason'), corrects.reason],
            ] as const)
          : []),
        [text('Order'), order.code],
        [text('Order date'), sheet.day(order.receivedAt)],
        [text('Via'), order.channel],
        ...(content.series === 'credit_note' ? [] : [[text('Payment'), order.paymentMethod] as const]),
      ],
    },
  ];
  let bottom = top;
  for (const [index, { heading, lines }] of columns.entries()) {
    const x = left + index * (width + COLUMN_GAP);
    const head = sheet.at(heading, x, width, { font: 'strong', sizes: [9], color: INK_3 }, top);
    pdf.text('H2', head);
    let y = bottomOf([head]) + 3;
    for (const [label, value] of lines) {
      const line = sheet.at(label ? `${label}: ${value}` : value, x, width, { color: index === 2 ? INK_2 : INK }, y);
      pdf.text('P', line);
      y = bottomOf([line]) + 1.5;
    }
    bottom = Math.max(bottom, y);
  }
  sheet.y = bottom + 20;
}

/** Left edges and widths of the columns; the description gets the rest. */
function columnsOf({ left, right }: Sheet) {
  const amount = { x: right - 88, width: 88 };
  const rate = { x: amount.x - 46, width: 40 };
  const unit = { x: rate.x - 90, width: 84 };
  const quantity = { x: unit.x - 36, width: 30 };
  return { description: { x: left, width: quantity.x - left - 10 }, quantity, unit, rate, amount };
}

function drawRows(sheet: Sheet): void {
  const { text } = sheet.language;
  const { pdf, content } = sheet;
  const columns = columnsOf(sheet);
  const credit = content.series === 'credit_note';
  const head = (heading: string, { x, width }: { x: number; width: number }, align: 'left' | 'right') =>
    sheet.at(heading, x, width, { font: 'strong', sizes: [8.5], color: INK_3, align, maxLines: 2 });
  const heads = () => [
    head(text('Description'), columns.description, 'left'),
    head(text('Qty'), columns.quantity, 'right'),
    head(text('Unit price excl. VAT'), columns.unit, 'right'),
    head(text('VAT'), columns.rate, 'right'),
    head(credit ? text('Credit incl. VAT') : text('Amount incl. VAT'), columns.amount, 'right'),
  ];
  const table = pdf.table();
  const first = heads();
  table.row(first.map((text) => ({ heads: 'Column', texts: [text] })));
  sheet.y = bottomOf(first) + 5;
  sheet.rule(INK_3);
  sheet.y += 6;
  for (const row of content.rows) {
    const height = bottomOf(rowTexts(sheet, row, columns).flat()) - sheet.y + 12;
    if (sheet.makeRoom(height)) {
      const again = heads();
      pdf.artifactText(...again);
      sheet.y = bottomOf(again) + 5;
      sheet.rule(INK_3);
      sheet.y += 6;
    }
    const texts = rowTexts(sheet, row, columns);
    table.row(texts.map((cell): TaggedCell => ({ texts: cell })));
    sheet.y = bottomOf(texts.flat()) + 6;
    sheet.rule();
    sheet.y += 6;
  }
  table.end();
}

function rowTexts(sheet: Sheet, row: InvoiceRow, columns: ReturnType<typeof columnsOf>): PlacedText[][] {
  const { description, quantity, unit, rate, amount } = columns;
  const figure = { sizes: [9.5, 8.5, 7.5, 6.5], align: 'right', maxLines: 1 } as const;
  const name = sheet.at(row.description, description.x, description.width, { font: 'strong' });
  const notes: PlacedText[] = [];
  for (const detail of row.details) {
    const y = bottomOf([name, ...notes]) + 1;
    notes.push(sheet.at(detail, description.x, description.width, { sizes: [8.5], color: INK_2 }, y));
  }
  const unitNet = Math.sign(row.unitPrice) * netOf(Math.abs(row.unitPrice), row.taxBasisPoints);
  return [
    [name, ...notes],
    [sheet.at(String(row.quantity), quantity.x, quantity.width, figure)],
    [sheet.at(sheet.money(unitNet), unit.x, unit.width, figure)],
    [sheet.at(sheet.percent(row.taxBasisPoints), rate.x, rate.width, figure)],
    [sheet.at(sheet.money(row.amount), amount.x, amount.width, figure)],
  ];
}

function drawRates(sheet: Sheet): void {
  const { text } = sheet.language;
  const { pdf, content, right } = sheet;
  const { rates, total, series } = content;
  const sums = {
    net: rates.reduce((all, rate) => all + rate.net, 0),
    tax: rates.reduce((all, rate) => all + rate.tax, 0),
  };
  const width = SUM_WIDTH;
  const start = right - 4 * width;
  const columns = [0, 1, 2, 3].map((index) => start + index * width);
  sheet.makeRoom((rates.length + 3) * SUM_HEIGHT + 24);
  sheet.y += 8;
  const cells = (texts: readonly string[], face: Face): PlacedText[] =>
    texts.map((text, index) =>
      sheet.at(text, columns[index]! + (index === 0 ? 0 : 4), width - 4, {
        ...face,
        ...SUM_FACE,
        align: index === 0 ? 'left' : 'right',
      }),
    );
  const table = pdf.table();
  const draw = (texts: readonly string[], face: Face, kind: 'heading' | 'row') =>
    sumRow(sheet, table, cells(texts, face), kind);
  draw([text('VAT rate'), text('Net'), text('VAT'), text('Gross')], { font: 'strong', color: INK_3 }, 'heading');
  for (const rate of rates) {
    const figures = [rate.net, rate.tax, rate.gross].map((amount) => sheet.money(amount));
    draw([sheet.percent(rate.taxBasisPoints), ...figures], {}, 'row');
  }
  sheet.rule(INK_3, start);
  sheet.y += 6;
  draw(
    [
      series === 'credit_note' ? text('Total credited') : text('Total'),
      sheet.money(sums.net),
      sheet.money(sums.tax),
      sheet.money(total),
    ],
    { font: 'strong' },
    'row',
  );
  table.end();
  sheet.y += 10;
}

function drawPayments(sheet: Sheet): void {
  const { text } = sheet.language;
  const { pdf, content, left, right } = sheet;
  if (content.series === 'credit_note') return;
  const paid = content.payments.reduce((all, payment) => all + payment.amount, 0);
  const lines = [
    ...content.payments.map(({ reference, paidAt, amount }) => {
      const facts = { amount: sheet.money(Math.abs(amount)), day: sheet.day(paidAt), reference };
      return amount < 0
        ? text('Refunded {amount} on {day}, reference {reference}', facts)
        : text('Paid {amount} on {day}, reference {reference}', facts);
    }),
    ...(content.series === 'advance' ? [text('The final invoice will be issued once everything is paid.')] : []),
    text('Amount due: {amount}', { amount: sheet.money(content.total - advanceTotal(content) - paid) }),
  ];
  for (const [index, line] of lines.entries()) {
    const placed = () =>
      sheet.at(line, left, right - left, { font: index === lines.length - 1 ? 'strong' : 'text', color: INK_2 });
    sheet.makeRoom(placed().layout.height + 3);
    pdf.text('P', placed());
    sheet.y = bottomOf([placed()]) + 3;
  }
  sheet.y += 10;
}

function drawNote(sheet: Sheet): void {
  const { pdf, content, left, right } = sheet;
  const { note } = content.seller;
  if (!note) return;
  const placed = () => sheet.at(note, left, right - left, { sizes: [9], color: INK_2, maxLines: 12 });
  sheet.makeRoom(placed().layout.height);
  pdf.text('P', placed());
}

import type { OpenTransfer } from '#features/orders/domain/bank-transfer-text.ts';
import { type TransferCode, transferCodes } from '#features/orders/domain/transfer-codes.ts';
import { codeCaption, codeLabel } from '#features/orders/words/transfer-codes.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { printedNumber } from '#kernel/account-number.ts';
import { formatDate } from '#kernel/dates.ts';
import { formatMoney } from '#kernel/money.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import { codeModules } from '#platform/mail/code-modules.ts';
import { readable } from '#platform/mail/colors.ts';
import { drawInTurn } from '#platform/pdf/draw-in-turn.ts';
import type { FontName } from '#platform/pdf/fonts.ts';
import { createTaggedPdf, type PlacedText, type TaggedPdf } from '#platform/pdf/tagged-pdf.ts';
import { fitText } from '#platform/pdf/text-layout.ts';

export interface TransferSheet {
  readonly shop: Shop['public'];
  readonly orderCode: string;
  readonly transfer: OpenTransfer;
}

// In points; an A4 page is 595 by 842.
const MARGIN = 56;
const INK = '#1b1a2e';
const INK_3 = '#666378';
const RULE = '#d8d3c7';
const DEFAULT_BRAND = '#0b5d66';
const LABEL_WIDTH = 110;
/** A module of the QR code is a millimetre wide; cameras need at least 0.6. */
const QR_WIDTH = 130;
const BARS_WIDTH = 340;

/** Draws the details of a transfer, and the codes to scan, on one A4 page: PDF/UA with embedded fonts. */
export const transferPdf = (sheet: TransferSheet, now: Date): Promise<Buffer> => drawInTurn(() => draw(sheet, now));

function draw({ shop, orderCode, transfer }: TransferSheet, now: Date): Promise<Buffer> {
  const language = languageOfShop(shop);
  const { tag, text } = language;
  const title = text('Bank transfer for order {code}', { code: orderCode });
  const pdf = createTaggedPdf({
    title: `${title} · ${shop.name}`,
    language: tag,
    author: shop.operator.name,
    subject: text('Order {code}', { code: orderCode }),
    createdAt: now,
  });
  const pen = penOn(pdf);
  const brand = readable(shop.theme.brandColor ?? DEFAULT_BRAND, '#ffffff', INK);
  pen.text('P', shop.name, { font: 'display', sizes: [18, 14], color: brand }, 18);
  pen.text('H1', title, { font: 'display', sizes: [24, 20, 16] }, 10);
  pen.text(
    'P',
    text('Enter these details in your bank’s app or form. Please do not change the reference.'),
    { sizes: [10.5], color: INK_3 },
    16,
  );
  for (const { label, value } of rowsOf(shop, transfer)) pen.row(label, value);
  pen.skip(26);
  const codes = transferCodes(shop, transfer);
  for (const code of codes) {
    drawCode(pdf, pen, code, language.translate(codeLabel(code)));
    pen.text('P', language.translate(codeCaption(code, codes.length === 1)), { sizes: [9], color: INK_3 }, 22);
  }
  return pdf.finish();
}

/** Returns the same rows as on the order's page and in its mail. */
function rowsOf(shop: Shop['public'], transfer: OpenTransfer): { label: string; value: string }[] {
  const { text } = languageOfShop(shop);
  const account = shop.shopPaymentBankTransferAccount!;
  return [
    { label: text('Payee'), value: account.payee },
    { label: text('IBAN'), value: printedNumber(account.iban) },
    ...(account.bic ? [{ label: text('BIC'), value: account.bic }] : []),
    ...(account.bank ? [{ label: text('Bank'), value: account.bank }] : []),
    { label: text('Amount'), value: formatMoney(transfer.amount, shop) },
    { label: text('Reference'), value: transfer.code },
    ...(transfer.deadline ? [{ label: text('Transfer by'), value: formatDate(transfer.deadline, shop) }] : []),
  ];
}

interface Face {
  readonly font?: FontName;
  readonly sizes?: readonly number[];
  readonly color?: string;
}

interface Pen {
  /** Draws a heading or paragraph and moves the pen below it, leaving this much room. */
  text(tag: 'H1' | 'P', text: string, face: Face, room: number): void;
  row(label: string, value: string): void;
  skip(points: number): void;
  readonly y: number;
}

function penOn(pdf: TaggedPdf): Pen {
  const right = pdf.pageWidth - MARGIN;
  let y = MARGIN;
  const at = (text: string, x: number, { font = 'text', sizes = [10.5], color = INK }: Face): PlacedText => {
    const layout = fitText(text, { font, lineHeight: 1.35 }, sizes, right - x, 3);
    return { layout, x, y, color };
  };
  return {
    text(tag, text, face, room) {
      const placed = at(text, MARGIN, face);
      pdf.text(tag, placed);
      y += placed.layout.height + room;
    },
    row(label, value) {
      const head = at(label, MARGIN, { color: INK_3 });
      const content = at(value, MARGIN + LABEL_WIDTH, { font: 'strong', sizes: [12, 10.5, 9] });
      pdf.text('P', head, content);
      y += Math.max(head.layout.height, content.layout.height) + 7;
      const line = y;
      pdf.artifact((doc) => doc.moveTo(MARGIN, line).lineTo(right, line).lineWidth(0.7).stroke(RULE));
      y += 7;
    },
    skip(points) {
      y += points;
    },
    get y() {
      return y;
    },
  };
}

/** Draws the modules as one path, without gaps between them. The blank paper around the code is its quiet zone. */
function drawCode(pdf: TaggedPdf, pen: Pen, code: TransferCode, label: string): void {
  const { modules, rowHeight } = codeModules(code);
  const columns = modules[0]!.length;
  const width = code.draws === 'qr' ? QR_WIDTH : BARS_WIDTH;
  const unit = width / columns;
  const height = modules.length * rowHeight * unit;
  const top = pen.y;
  pdf.figure(label, [MARGIN, top, MARGIN + width, top + height], (doc) => {
    modules.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (isDark) doc.rect(MARGIN + x * unit, top + y * rowHeight * unit, unit, rowHeight * unit);
      });
    });
    doc.fill('#000000');
  });
  pen.skip(height + 10);
}

import { mix } from '#platform/mail/colors.ts';
import type { TaggedPdf } from '#platform/pdf/tagged-pdf.ts';

export const PAPER = '#faf6ee';
export const INK = '#1b1a2e';
export const INK_2 = '#4a4860';
export const INK_3 = '#666378';
/** Points. The picture fills the card's left side above the perforation. */
export const PICTURE_WIDTH = 176;
const LINE = '#857d6d';
const CORNER = 14;
const NOTCH = 9;

/**
 * Edges in points from the top left of the page; `perforation` is the y position of the line where the stub is torn
 * off.
 */
export interface Card {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly perforation: number;
}

/** Draws the card, with notches at both ends of the perforation. */
export function drawCard(
  pdf: TaggedPdf,
  card: Card,
  colors: { brand: string; accent: string },
  picture: Buffer | null,
): void {
  pdf.artifact((doc) => {
    doc.save();
    outline(doc, card).clip();
    doc.rect(card.left, card.top, card.right - card.left, card.perforation - card.top).fill(PAPER);
    drawPicture(doc, card, picture, colors);
    doc.restore();
    doc.lineWidth(1);
    outline(doc, card).stroke(LINE);
    doc
      .moveTo(card.left + NOTCH + 5, card.perforation)
      .lineTo(card.right - NOTCH - 5, card.perforation)
      .dash(5, { space: 4 })
      .stroke(LINE)
      .undash();
  });
}

/** The item's picture fills the left of the card; it is square and cropped to fit. */
function drawPicture(
  doc: PDFKit.PDFDocument,
  { left, top, perforation }: Card,
  picture: Buffer | null,
  { brand, accent }: { brand: string; accent: string },
): void {
  const height = perforation - top;
  doc.save().rect(left, top, PICTURE_WIDTH, height).clip();
  if (picture) {
    const side = Math.max(PICTURE_WIDTH, height);
    doc.image(picture, left + (PICTURE_WIDTH - side) / 2, top + (height - side) / 2, { width: side, height: side });
  } else {
    // Without a picture: a sun over the sea in the operator's colours.
    doc.rect(left, top, PICTURE_WIDTH, height).fill(mix(brand, '#ffffff', 0.82));
    doc.circle(left + PICTURE_WIDTH / 2, top + height * 0.52, PICTURE_WIDTH * 0.24).fill(accent);
    doc.rect(left, top + height * 0.58, PICTURE_WIDTH, height * 0.42).fill(brand);
  }
  doc.restore();
}

function outline(doc: PDFKit.PDFDocument, { left, top, right, bottom, perforation }: Card): PDFKit.PDFDocument {
  const corner = (x: number, y: number) => `A ${CORNER} ${CORNER} 0 0 1 ${x} ${y}`;
  const notch = (y: number, x: number) => `A ${NOTCH} ${NOTCH} 0 0 0 ${x} ${y}`;
  return doc.path(
    [
      `M ${left + CORNER} ${top} L ${right - CORNER} ${top} ${corner(right, top + CORNER)}`,
      `L ${right} ${perforation - NOTCH} ${notch(perforation + NOTCH, right)}`,
      `L ${right} ${bottom - CORNER} ${corner(right - CORNER, bottom)}`,
      `L ${left + CORNER} ${bottom} ${corner(left, bottom - CORNER)}`,
      `L ${left} ${perforation + NOTCH} ${notch(perforation - NOTCH, left)}`,
      `L ${left} ${top + CORNER} ${corner(left + CORNER, top)} Z`,
    ].join(' '),
  );
}

import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { type FontName, fontFaces, lastResortFace } from './fonts.ts';
import { layOutText, lineHeightOf, runWidth, type TextLayout, type TextStyle } from './text-layout.ts';
import type { TextRun } from './text-runs.ts';

const require = createRequire(import.meta.url);

export interface PdfFacts {
  readonly title: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly author: string;
  readonly subject: string;
  readonly createdAt: Date;
}

/** `x` and `y` are the distances of the text's upper left corner from the page's, in points. */
export interface PlacedText {
  readonly layout: TextLayout;
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

/** An A4 document for screen readers (PDF/UA): each drawing is part of its structure, in call order, or an artifact. */
export interface TaggedPdf {
  readonly pageWidth: number;
  readonly pageHeight: number;
  /** Adds one heading or paragraph. Several texts, such as a label and its value, are read as one. */
  text(tag: 'H1' | 'H2' | 'P', ...texts: readonly PlacedText[]): void;
  /** Begins a table, which may continue on the next pages; `end` closes it. */
  table(): TaggedTable;
  /** Draws text that screen readers skip, such as repetitions and page numbers. */
  artifactText(...texts: readonly PlacedText[]): void;
  /** `alternative` describes the picture in words. `box` is left, top, right, bottom. */
  figure(
    alternative: string,
    box: readonly [number, number, number, number],
    draw: (doc: PDFKit.PDFDocument) => void,
  ): void;
  /** Draws decoration: lines, backgrounds, pictures without meaning. */
  artifact(draw: (doc: PDFKit.PDFDocument) => void): void;
  nextPage(): void;
  finish(): Promise<Buffer>;
}

export interface TaggedCell {
  /** Set if the cell is the header of its column or row. */
  readonly heads?: 'Column' | 'Row';
  readonly texts: readonly PlacedText[];
}

interface TaggedTable {
  row(cells: readonly TaggedCell[]): void;
  end(): void;
}

/** The cap height of both font families, as a fraction of the size. */
const CAP_HEIGHT = 0.68;

const FONTS: readonly FontName[] = ['display', 'text', 'strong'];

export function createTaggedPdf(facts: PdfFacts): TaggedPdf {
  // Loaded with the first document: it takes 15 MB, and drawing is synchronous.
  const Document: typeof PDFDocument = require('pdfkit');
  const doc = new Document({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    displayTitle: true,
    lang: facts.language,
    font: null as unknown as string,
    info: {
      Title: facts.title,
      Author: facts.author,
      Subject: facts.subject,
      Creator: 'Foyer',
      Producer: 'Foyer',
      CreationDate: facts.createdAt,
      ModDate: facts.createdAt,
    },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  for (const name of FONTS) {
    for (const { key, font } of fontFaces(name)) doc.registerFont(key, font as never);
  }
  const root = doc.struct('Document');
  doc.addStructure(root);

  const fill = (element: PDFKit.PDFStructureElement, texts: readonly PlacedText[]): void => {
    for (const pieces of groupsOf(texts.flatMap(piecesOf))) {
      const draw = () => {
        for (const piece of pieces) drawPiece(doc, piece);
      };
      const actual = pieces[0]?.run.actual ?? null;
      // A character that no font has is drawn as another one, but the structure contains the actual one.
      element.add(
        actual === null ? draw : doc.struct('Span', { actual: pieces[0]?.endsWord ? `${actual} ` : actual }, [draw]),
      );
    }
    element.end();
  };

  return {
    pageWidth: doc.page.width,
    pageHeight: doc.page.height,
    text(tag, ...texts) {
      const element = doc.struct(tag);
      root.add(element);
      fill(element, texts);
    },
    table() {
      const table = doc.struct('Table');
      root.add(table);
      return {
        row(cells) {
          const row = doc.struct('TR');
          table.add(row);
          for (const { heads, texts } of cells) {
            const cell = doc.struct(heads ? 'TH' : 'TD', heads ? ({ scope: heads } as never) : {});
            row.add(cell);
            fill(cell, texts);
          }
          row.end();
        },
        end() {
          table.end();
        },
      };
    },
    artifactText(...texts) {
      doc.markContent('Artifact', { type: 'Pagination' });
      for (const piece of texts.flatMap(piecesOf)) drawPiece(doc, piece);
      doc.endMarkedContent();
    },
    figure(alternative, box, draw) {
      const options = { alt: alternative, bbox: [...box] as [number, number, number, number], placement: 'Block' };
      root.add(doc.struct('Figure', options as never, [() => draw(doc)]));
    },
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' });
      draw(doc);
      doc.endMarkedContent();
    },
    nextPage() {
      doc.addPage();
    },
    finish() {
      root.end();
      doc.end();
      return ended;
    },
  };
}

export const placeText = (
  text: string,
  style: TextStyle & { readonly color: string },
  box: { readonly x: number; readonly y: number; readonly width: number; readonly maxLines?: number },
): PlacedText => ({ layout: layOutText(text, style, box.width, box.maxLines), x: box.x, y: box.y, color: style.color });

interface TextPiece {
  readonly run: TextRun;
  readonly style: TextStyle;
  readonly color: string;
  readonly left: number;
  readonly baseline: number;
  /** Whether a space follows: without one, two lines would be read as one word. */
  readonly endsWord: boolean;
}

function piecesOf({ layout, x, y, color }: PlacedText): TextPiece[] {
  const { style, lines } = layout;
  const lineHeight = lineHeightOf(style);
  return lines.flatMap((line, index) => {
    let left = x;
    return line.runs.map((run, place) => {
      const piece = {
        run,
        style,
        color,
        left,
        baseline: y + index * lineHeight + (lineHeight + style.size * CAP_HEIGHT) / 2,
        endsWord: line.endsWord && place === line.runs.length - 1,
      };
      left += runWidth(run, style) + (style.spacing ?? 0) * [...run.text].length;
      return piece;
    });
  });
}

/** Groups adjacent pieces that are read as drawn. Each piece with an `actual` text gets its own group. */
function groupsOf(pieces: readonly TextPiece[]): TextPiece[][] {
  const groups: TextPiece[][] = [];
  for (const piece of pieces) {
    const group = groups.at(-1);
    if (piece.run.actual === null && group?.[0]?.run.actual === null) group.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

function drawPiece(doc: PDFKit.PDFDocument, { run, style, color, left, baseline, endsWord }: TextPiece): void {
  if (run.face === lastResortFace()) doc.registerFont(run.face.key, run.face.font as never);
  doc
    .fillColor(color)
    .font(run.face.key, style.size)
    .text(endsWord ? `${run.text} ` : run.text, left, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: style.spacing ?? 0,
    });
}

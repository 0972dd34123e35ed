import { describe, expect, test } from 'vitest';
import { createTaggedPdf, placeText, type TaggedPdf } from './tagged-pdf.ts';
import { readPdf, unmarkedPainting } from './testing.ts';

const ink = '#1b1a2e';
const facts = {
  title: 'Festival Pass (four days) · Sandlark',
  language: 'en',
  author: 'Stichting Sandlark',
  subject: 'Ticket',
  createdAt: new Date('2027-02-01T12:00:00Z'),
};

async function made(draw: (pdf: TaggedPdf) => void) {
  const pdf = createTaggedPdf(facts);
  draw(pdf);
  return readPdf(await pdf.finish());
}

const text = (words: string, y: number, width = 300) =>
  placeText(words, { font: 'text', size: 12, color: ink }, { x: 50, y, width });

describe('a tagged document', () => {
  test('has a language and a visible title, and is marked as tagged and PDF/UA', async () => {
    const pdf = await made((one) => one.text('H1', text('Hello', 50)));
    const catalog = [...pdf.objects.values()].find((object) => object.includes('/Type /Catalog'))!;
    expect(catalog).toMatch(/\/Lang \(en\)/);
    expect(catalog).toMatch(/\/StructTreeRoot \d+ 0 R/);
    expect([...pdf.objects.values()].some((object) => object.includes('/Marked true'))).toBe(true);
    expect([...pdf.objects.values()].some((object) => object.includes('/DisplayDocTitle true'))).toBe(true);
    expect(pdf.metadata).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/);
    expect(pdf.metadata).toContain('Festival Pass (four days) · Sandlark');
  });

  test('is read in call order, with the descriptions of figures and without decoration', async () => {
    const pdf = await made((one) => {
      one.artifact((doc) => doc.rect(0, 0, 100, 100).fill('#eeeeee'));
      one.text('H1', text('Festival Pass', 300));
      one.text('P', text('Ticket holder', 100), text('Mila Okonkwo', 120));
      one.figure('QR code', [50, 400, 100, 450], (doc) => doc.rect(50, 400, 50, 50).fill('#000000'));
    });
    expect(pdf.structure).toEqual([
      { tag: 'H1', text: 'Festival Pass ', alternative: null },
      { tag: 'P', text: 'Ticket holder Mila Okonkwo ', alternative: null },
      { tag: 'Figure', text: '', alternative: 'QR code' },
    ]);
    expect(pdf.pages).toBe(1);
  });

  test('paints nothing outside its structure and its artifacts', async () => {
    const pdf = await made((one) => {
      one.artifact((doc) => doc.rect(0, 0, 100, 100).fill('#eeeeee'));
      one.text('P', text('Dvořák 漢字 Nguyễn '.repeat(20), 100));
    });
    expect(pdf.content).toMatch(/TJ/);
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });

  test('reads lines of a paragraph as words, and a broken word as one', async () => {
    const words = 'Nguyễn Dvořák Ødegård Łukasz Wolfeschlegelsteinhausenbergerdorff';
    const pdf = await made((one) => one.text('P', text(words, 50, 90)));
    expect(pdf.structure[0]!.text.trim()).toBe(words);
  });

  test('embeds every font that it uses', async () => {
    const pdf = await made((one) => {
      one.text('H1', placeText('Žofie', { font: 'display', size: 20, color: ink }, { x: 50, y: 50, width: 300 }));
      one.text('P', placeText('Okonkwo', { font: 'strong', size: 10, color: ink }, { x: 50, y: 90, width: 300 }));
    });
    const objects = [...pdf.objects.values()];
    const descriptors = objects.filter((object) => object.includes('/Type /FontDescriptor'));
    expect(descriptors).toHaveLength(3);
    for (const descriptor of descriptors) expect(descriptor).toMatch(/\/FontFile2 \d+ 0 R/);
    expect(objects.some((object) => object.includes('/Subtype /Type1'))).toBe(false);
  });

  test('holds tables row by row over pages, with cells that name their column or row', async () => {
    const pdf = await made((one) => {
      const table = one.table();
      table.row([
        { heads: 'Column', texts: [text('Item', 100)] },
        { heads: 'Column', texts: [text('Price', 100)] },
      ]);
      one.nextPage();
      one.artifactText(text('Item', 40), text('Price', 40));
      table.row([{ heads: 'Row', texts: [text('Pass', 100)] }, { texts: [] }]);
      table.end();
    });
    expect(pdf.pages).toBe(2);
    expect(pdf.structure.map(({ tag }) => tag)).toEqual(['Table']);
    const tags = [...pdf.objects.values()].flatMap((object) => /\/S \/(Table|TR|TH|TD)\b/.exec(object)?.[1] ?? []);
    expect(tags.sort()).toEqual(['TD', 'TH', 'TH', 'TH', 'TR', 'TR', 'Table']);
    expect(unmarkedPainting(pdf.content)).toEqual([]);
  });
});

import { expect, test, vi } from 'vitest';
import { readPdf } from './testing.ts';

test.each(['display', 'text', 'strong'] as const)(
  'after a composed letter was drawn in %s, later documents still have its components as text',
  async (font) => {
    // Fonts are cached for the life of the process, and this test needs an empty cache.
    vi.resetModules();
    const { createTaggedPdf, placeText } = await import('./tagged-pdf.ts');
    const written = async (words: string) => {
      const facts = { title: '', language: 'en', author: '', subject: '', createdAt: new Date('2027-02-01T12:00:00Z') };
      const pdf = createTaggedPdf(facts);
      pdf.text('P', placeText(words, { font, size: 12, color: '#000000' }, { x: 50, y: 50, width: 500 }));
      return readPdf(await pdf.finish()).structure.map(({ text }) => text.trim());
    };
    expect(await written('… : ; ä ñ é Å ½')).toEqual(['… : ; ä ñ é Å ½']);
    expect(await written('€374.38, a n e A 1/2')).toEqual(['€374.38, a n e A 1/2']);
  },
);

import type { Language } from '#kernel/language.ts';
import { MAX_OFFICE_BYTES } from '../../domain/max-office-bytes.ts';
import type { WhyUnreadable } from '../../domain/statement.ts';

/** A sentence of what is wrong with a file. */
export function whyUnreadable(why: WhyUnreadable, { text }: Pick<Language, 'text'>): string {
  switch (why.kind) {
    case 'broken_xml':
      return text('Its XML is broken in line {line} ({words}).', { line: why.line, words: why.words });
    case 'doctype':
      return text('It has a DOCTYPE, which no bank sends.');
    case 'nested_too_deeply':
      return text('Its elements are nested too deeply.');
    case 'open_quotation_mark':
      return why.line === null
        ? text('A quotation mark is not closed.')
        : text('A quotation mark in line {line} is not closed.', { line: why.line });
    case 'cut_off':
      return text('It is cut off.');
    case 'damaged_zip':
      return text('The ZIP file is damaged.');
  }
}

const MAX_MB = MAX_OFFICE_BYTES / (1024 * 1024);

/** Refuses files that are together larger than the office takes. */
export const tooLargeForOffice = (names: readonly string[], { text }: Pick<Language, 'text'>): string =>
  names.length === 1
    ? text('{file} is larger than {max} MB. Import it on the command line.', { file: names[0]!, max: MAX_MB })
    : text('Together, these files are larger than {max} MB. Import them one at a time, or on the command line.', {
        max: MAX_MB,
      });

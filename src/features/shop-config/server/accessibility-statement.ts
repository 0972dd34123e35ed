import { escapeHtml } from '#kernel/escape-html.ts';
import type { Language } from '#kernel/language.ts';
import type { PublicConfig } from '../contract.ts';

/** The day of the last review of the pages against this statement. Update it with the text. */
const REVIEWED_AT = new Date('2026-11-21T12:00:00Z');

const GUIDELINES = '<a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines (WCAG) 2.2</a>';

/**
 * The default accessibility statement, as HTML in the shop's language: only what the project itself can guarantee
 * (docs/design.md, Access), and the operator's address for everything else. Without a catalogue for the language it is
 * English, and marked as English.
 */
export function accessibilityStatement(language: Language, { name, locale, operator }: StatementConfig): string {
  const isTranslated = locale.split('-', 1)[0]!.toLowerCase() === language.tag;
  const day = new Intl.DateTimeFormat(isTranslated ? locale : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const html = statement(language, { shop: escapeHtml(name), operator, day: day.format(REVIEWED_AT) });
  return isTranslated ? html : `<div lang="${language.tag}">${html}</div>`;
}

type StatementConfig = Pick<PublicConfig, 'name' | 'locale' | 'operator'>;

function statement(
  { text }: Language,
  { shop, operator, day }: { shop: string; operator: PublicConfig['operator']; day: string },
): string {
  const address = [operator.name, ...operator.address].map(escapeHtml).join(', ');
  const email = `<a href="mailto:${escapeHtml(operator.email)}">${escapeHtml(operator.email)}</a>`;
  return [
    paragraph(
      text('Everyone should be able to buy and manage a ticket at {shop}.', { shop }),
      text('This shop is designed to meet the {guidelines} at level AA.', { guidelines: GUIDELINES }),
    ),
    heading(text('What you can rely on')),
    list(
      text('Everything works with the keyboard alone, and you can always see which element has focus.'),
      text(
        'Pages have headings and landmarks, fields have labels, and errors are described in words, next to the field and in a list above the form.',
      ),
      text(
        'Text and borders have sufficient contrast. High-contrast colours and reduced motion set in your system are respected.',
      ),
      text('Pages fit a window 320 pixels wide, and text can be enlarged to 200%.'),
      text(
        'A cart is held for a limited time. You are warned before it expires, also by screen readers, and can ask for more time.',
      ),
      text('Tickets and invoices are tagged PDF files with headings, tables and a language set for screen readers.'),
    ),
    heading(text('How it was tested')),
    paragraph(
      text('The pages were assessed by the makers of the shop software.'),
      text('Automated checks (axe-core) run whenever the software changes and found no issues when this was written.'),
      text(
        'Most journeys through the shop, checkout and portal were tested by keyboard in a browser, and screen-reader output was checked in the browser’s accessibility tree.',
      ),
      text('Narrow windows, large text, forced colours and reduced motion were tested too.'),
    ),
    heading(text('Known limitations')),
    list(
      text('The pages have not yet been tested with a screen reader or audited independently.'),
      text('Card payments take place on a payment provider’s page, which we do not control.'),
      text('Product texts and images are supplied by the organiser and are not checked automatically.'),
    ),
    heading(text('If you run into a barrier')),
    paragraph(
      text('Write to {email}, or by post to {address}.', { email, address }),
      text('Tell us which page it was and what you wanted to do.'),
      text('We will help you with your order and fix what we can.'),
    ),
    paragraph(text('This statement was last reviewed on {day}.', { day })),
  ].join('\n');
}

const heading = (words: string): string => `<h2>${words}</h2>`;
const paragraph = (...sentences: string[]): string => `<p>${sentences.join(' ')}</p>`;
const list = (...points: string[]): string => `<ul>\n${points.map((point) => `<li>${point}</li>`).join('\n')}\n</ul>`;

import { escapeHtml } from '#kernel/escape-html.ts';
import type { PublicConfig } from '../contract.ts';

/** The day on which the pages were last gone through for what the statement says. Move it with the text. */
const ASSESSED_AT = new Date('2026-11-21T12:00:00Z');

/**
 * The accessibility statement of a shop whose operator wrote none, as HTML: only what the project itself can answer for (docs/design.md,
 * Access), and the operator's address for everything else. It is English, and says so to a reader of another language.
 */
export function accessibilityStatement({ name, locale, operator }: StatementConfig): string {
  const isEnglish = /^en\b/i.test(locale);
  const day = new Intl.DateTimeFormat(isEnglish ? locale : 'en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  const html = statement(escapeHtml(name), contact(operator), day.format(ASSESSED_AT));
  return isEnglish ? html : `<div lang="en">${html}</div>`;
}

type StatementConfig = Pick<PublicConfig, 'name' | 'locale' | 'operator'>;

function contact({ name, email, address }: PublicConfig['operator']): string {
  const link = `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`;
  return `${link}, or by post to ${[name, ...address].map(escapeHtml).join(', ')}`;
}

const statement = (
  shop: string,
  howToReach: string,
  day: string,
): string => `<p>Everyone should be able to buy and manage a ticket at ${shop}. This shop is designed to meet the
<a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines (WCAG) 2.2</a> at level AA.</p>
<h2>What you can rely on</h2>
<ul>
<li>Everything works with the keyboard alone, and you can always see which element has focus.</li>
<li>Pages have headings and landmarks, fields have labels, and errors are described in words, beside the field and in a list above the form.</li>
<li>Text and borders have sufficient contrast. High-contrast colours and reduced motion set in your system are respected.</li>
<li>Pages fit a window 320 pixels wide, and text can be enlarged to 200%.</li>
<li>A cart is held for a limited time. You are warned before it expires, also by screen readers, and can ask for more time.</li>
<li>Tickets and invoices are tagged PDF files with headings, tables and a language set for screen readers.</li>
</ul>
<h2>How it was tested</h2>
<p>The pages were assessed by the makers of the shop software. Automated checks (axe-core) run whenever the software changes and found no
issues when this was written. Most journeys through the shop, checkout and portal were tested by keyboard in a browser, and screen-reader output was
checked in the browser’s accessibility tree. Narrow windows, large text, forced colours and reduced motion were tested too.</p>
<h2>Known limitations</h2>
<ul>
<li>The pages have not yet been tested with a screen reader or audited independently.</li>
<li>Card payments take place on a payment provider’s page, which we do not control.</li>
<li>Product texts and images are supplied by the organiser and are not checked automatically.</li>
</ul>
<h2>If you run into a barrier</h2>
<p>Write to ${howToReach}. Tell us which page it was and what you wanted to do. We will help you with your order and fix what we can.</p>
<p>This statement was last reviewed on ${day}.</p>`;

import { escapeHtml } from '#platform/mail/html-part.ts';
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
): string => `<p>Everybody should be able to buy a ticket at ${shop} and to look after it. The pages of this shop are made to meet the
<a href="https://www.w3.org/TR/WCAG22/">Web Content Accessibility Guidelines (WCAG) 2.2</a> at level AA.</p>
<h2>What you can rely on</h2>
<ul>
<li>Everything works with the keyboard alone, and where you are can always be seen.</li>
<li>Pages have headings and landmarks, fields have labels, and mistakes are named in words, beside the field and in a list above the form.</li>
<li>Texts and edges have the contrast they need. If your system has high-contrast colours of its own they are used, and a wish for less motion is respected.</li>
<li>Pages fit a window 320 pixels wide, and text can be made twice as large.</li>
<li>A cart is held for a limited time. Before it ends you are told, also by a screen reader, and can ask for more time.</li>
<li>Tickets and invoices are PDF files with headings, tables and a language that a screen reader knows.</li>
</ul>
<h2>How it was tested</h2>
<p>The pages were assessed by those who make the shop’s software. The rules of axe-core run on them whenever the software is changed, and found
nothing when this was written. Most ways through the shop, the checkout and the portal were walked key by key in a browser, and what a screen reader is
told was read from the browser’s accessibility tree. A narrow window, large text, forced colours and reduced motion were tried.</p>
<h2>What we know does not go as far</h2>
<ul>
<li>The pages were not yet listened to with a screen reader, nor assessed by somebody independent.</li>
<li>You pay by card on the page of a payment provider, which is not ours.</li>
<li>Texts and pictures about products are written for each product and not checked by a machine.</li>
</ul>
<h2>If something is in your way</h2>
<p>Write to ${howToReach}. Say which page it was and what you wanted to do; we help you with your order and mend what we can.</p>
<p>This statement is of ${day}.</p>`;

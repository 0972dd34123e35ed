import { createHash } from 'node:crypto';
import { escapeHtml } from '#kernel/escape-html.ts';
import type { ListedMail } from './outbox-store.ts';

// The page is plain HTML without scripts. Its only style is the sheet below, allowed by its hash.
const STYLE = `
:root{color-scheme:light dark;--paper:#faf6ee;--surface:#fff;--sunken:#f2ece0;--ink:#1b1a2e;--ink-2:#4a4860;--ink-3:#666378;--line:#ddd4c4;--brand-text:#0b5d66;--accent:#ffb84d;--bad-back:#fbe0db;--bad:#8a1a12;--warn-back:#ffe8bf;--warn:#6a3e00;--ok-back:#ddf1e2;--ok:#14532d}
@media (prefers-color-scheme:dark){:root{--paper:#12131f;--surface:#1b1d2c;--sunken:#0c0d16;--ink:#f6f0e4;--ink-2:#cbc6d4;--ink-3:#a29eb2;--line:#34374b;--brand-text:#7dd7d4;--bad-back:#431611;--bad:#ffb4a8;--warn-back:#3d2a07;--warn:#ffd48a;--ok-back:#12351f;--ok:#9be0b0}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 Figtree,"Helvetica Neue",Helvetica,Arial,sans-serif}
main{max-width:920px;margin:0 auto;padding:32px 16px 64px}
h1{margin:0 0 4px;font-size:28px;line-height:1.2;letter-spacing:-.01em;overflow-wrap:anywhere}
a{color:var(--brand-text)}
.note{margin:0 0 24px;color:var(--ink-3)}
.card{background:var(--surface);border-top:6px solid var(--accent);border-radius:20px;box-shadow:0 1px 3px rgb(27 26 46/.08)}
ol{list-style:none;margin:0;padding:8px 0}
li{position:relative;padding:14px 24px;border-top:2px dashed var(--line)}
li:first-child{border-top:0}
li:hover{background:var(--sunken)}
li a{display:block;font-weight:600;color:var(--ink);text-decoration:none;overflow-wrap:anywhere}
li a::after{content:"";position:absolute;inset:0}
li a:focus-visible{outline:3px solid var(--accent);outline-offset:4px;border-radius:4px}
.row{display:flex;flex-wrap:wrap;gap:2px 16px;color:var(--ink-3);font-size:14px;overflow-wrap:anywhere}
.chip{padding:0 10px;border-radius:99px;background:var(--ok-back);color:var(--ok);font-weight:600}
.chip.waiting{background:var(--warn-back);color:var(--warn)}
.chip.failed{background:var(--bad-back);color:var(--bad)}
.empty{padding:40px 24px;text-align:center;color:var(--ink-2)}
.facts{display:grid;grid-template-columns:max-content 1fr;gap:6px 20px;margin:20px 0;font-size:15px}
.facts dt{color:var(--ink-3)}.facts dd{margin:0;overflow-wrap:anywhere}
.widths{display:flex;gap:16px;margin:0 0 12px}
.widths [aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
iframe{display:block;width:100%;height:80vh;resize:vertical;border:1px solid var(--line);border-radius:14px;background:var(--paper)}
iframe.phone{width:390px;max-width:100%}
h2{margin:32px 0 8px;font-size:20px}
pre{margin:0;padding:20px;border-radius:14px;background:var(--sunken);font:14px/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
`;

const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export const pageHeaders = {
  'content-security-policy': `default-src 'none'; style-src ${STYLE_HASH}; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** Headers that allow the mail in its frame inline styles and pictures, but no scripts. */
export const frameHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

export function mailboxList(mails: readonly ListedMail[]): string {
  const rows = mails.map(
    (mail) => `<li>
<a href="/dev/mailbox/${mail.id}">${escapeHtml(mail.subject)}</a>
<div class="row"><span>To ${escapeHtml(mail.recipient)}</span><time datetime="${mail.createdAt.toISOString()}">${moment(mail.createdAt)}</time>${chip(mail)}${
      mail.attachments.length > 0 ? `<span>${mail.attachments.length} attached</span>` : ''
    }</div>
</li>`,
  );
  return page(
    'Mailbox',
    `<h1>Mailbox</h1>
<p class="note">Emails this shop has sent, newest first. Development only; <a href="/dev/mailbox.json">also as JSON</a>.</p>
<div class="card">${
      rows.length > 0
        ? `<ol>${rows.join('\n')}</ol>`
        : '<p class="empty">No emails yet. Register in the shop or place an order, then look again.</p>'
    }</div>`,
  );
}

export function mailboxMail(
  mail: ListedMail,
  { html, text }: { html: string; text: string },
  isNarrow: boolean,
): string {
  const attachments = mail.attachments
    .map(
      (one, index) =>
        `<a href="/dev/mailbox/${mail.id}/attachments/${index}">${escapeHtml(`${one.kind} ${one.code}`)}</a>`,
    )
    .join('<br>');
  const fact = (label: string, html: string) => (html === '' ? '' : `<dt>${label}</dt><dd>${html}</dd>`);
  return page(
    mail.subject,
    `<p><a href="/dev/mailbox">All emails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl class="facts">
${fact('To', escapeHtml(mail.recipient))}
${fact('Written', `<time datetime="${mail.createdAt.toISOString()}">${moment(mail.createdAt)}</time>`)}
${fact('Kind', escapeHtml(mail.kind))}
${fact('Status', chip(mail))}
${fact('Last error', escapeHtml(mail.lastError ?? ''))}
${fact('Attached', attachments)}
</dl>
<p class="widths"><a href="/dev/mailbox/${mail.id}"${isNarrow ? '' : ' aria-current="page"'}>Wide</a><a href="/dev/mailbox/${mail.id}?width=phone"${isNarrow ? ' aria-current="page"' : ''}>Phone</a><a href="/dev/mailbox/${mail.id}/html">On its own</a></p>
${html === '' ? '<p class="note">The content of this email is no longer stored.</p>' : frame(mail, isNarrow)}
<h2>Text part</h2>
<pre>${escapeHtml(text)}</pre>`,
  );
}

const frame = ({ id }: ListedMail, isNarrow: boolean): string =>
  `<iframe${isNarrow ? ' class="phone"' : ''} src="/dev/mailbox/${id}/html" title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;

const chip = ({ status, tries }: ListedMail): string => {
  const attempts = tries === 1 ? 'once' : `${tries} times`;
  const again = status === 'waiting' && tries > 0 ? `, tried ${attempts}` : '';
  return `<span class="chip ${status}">${status}${again}</span>`;
};

const moment = (date: Date): string => escapeHtml(`${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`);

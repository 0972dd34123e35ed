import sanitizeHtml from 'sanitize-html';
import { escapeHtml } from '#kernel/escape-html.ts';
import type { Language } from '#kernel/language.ts';
import { isAccountNumber, wholeCodes, wholeDates } from '#kernel/whole-codes.ts';
import { codeModules } from './code-modules.ts';
import { codePictureId } from './code-picture-id.ts';
import { mailUrl } from './links.ts';
import type { AmountRow, MailDraft, MailPart, MailText } from './mail-content.ts';
import type { MailLogo, MailLook, Palette } from './mail-look.ts';
import { styleSheets } from './mail-style-sheets.ts';

const TEXT_FONT = 'Figtree,Helvetica,Arial,sans-serif';
const DISPLAY_FONT = "'Bricolage Grotesque',Figtree,'Avenir Next','Helvetica Neue',Helvetica,Arial,sans-serif";
const CODE_FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace";

/** For names and addresses that may be longer than a phone is wide. */
const BREAKS = 'word-break:break-word';
/** Outlook for Windows renders with Word, which ignores max-width. */
const WIDE_IN_WORD = [
  '<!--[if mso]><table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
  '<!--[if mso]></td></tr></table><![endif]-->',
] as const;

/**
 * Uses tables and inline styles, because many mail programs support nothing newer. Classes only carry what inline
 * styles cannot: the dark palette and narrow screens. The card looks like a ticket with a perforated stub.
 */
export function htmlPart(look: MailLook, draft: MailDraft): string {
  const { language } = look;
  const { textNodes } = language;
  const c = look.light;
  const pictures = pictureIds();
  return `<!doctype html>
<html lang="${escapeHtml(look.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="${look.schemes}">
<meta name="supported-color-schemes" content="${look.schemes}">
<title>${escapeHtml(draft.subject)}</title>
${styleSheets(look)}
</head>
<body class="paper" style="margin:0;padding:0;background-color:${c.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;color:${c.paper};mso-hide:all">${escapeHtml(draft.preheader)}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${c.paper}">
<tr><td align="center" class="outside" style="padding:32px 16px">
${WIDE_IN_WORD[0]}
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
<tr><td style="padding:0 8px 20px">${sender(look)}</td></tr>
<tr><td class="surface accent inside" style="padding:30px 40px 12px;background-color:${c.surface};border-top:6px solid ${c.accent};border-radius:20px 20px 0 0">
<h1 class="ink display" style="margin:0 0 20px;font-family:${DISPLAY_FONT};font-size:28px;line-height:34px;font-weight:700;letter-spacing:-0.3px;color:${c.ink};${BREAKS}">${inline(draft.title, c)}</h1>
${draft.parts.map((part) => partHtml(language, part, c, pictures)).join('\n')}
</td></tr>
<tr><td class="surface" style="padding:0;background-color:${c.surface}">${perforation(c)}</td></tr>
<tr><td class="surface inside" style="padding:12px 40px 28px;background-color:${c.surface};border-radius:0 0 20px 20px">
${paragraph(draft.stub ?? textNodes('Questions? Reply to this email or write to {email}.', { email: { link: look.contactEmail, url: `mailto:${look.contactEmail}` } }), c, 'ink2', 15)}
</td></tr>
<tr><td style="padding:24px 8px 0">
<p class="ink3" style="margin:0 0 12px;font-family:${TEXT_FONT};font-size:13px;line-height:20px;color:${c.ink3};${BREAKS}">${look.operator
    .filter((line) => line !== '')
    .map(escapeHtml)
    .join('&nbsp;· ')}</p>
<p class="ink3" style="margin:0;font-family:${TEXT_FONT};font-size:13px;line-height:20px;color:${c.ink3};${BREAKS}">${escapeHtml(draft.reason)}</p>
</td></tr>
</table>
${WIDE_IN_WORD[1]}
</td></tr>
</table>
</body>
</html>
`;
}

/** Logo and name as in the shop's header: a square logo has the name next to it, a wide one replaces it. */
function sender({ name, logo, logoDark, light, dark, shopUrl }: MailLook): string {
  const isMark = !logo || logo.width <= logo.height * 1.6;
  const picture = (image: MailLogo, className: string, isHidden = false) =>
    `<img class="${className}" src="${escapeHtml(mailUrl(image.url))}" width="${image.width}" height="${image.height}" alt="${isMark ? '' : escapeHtml(name)}" style="border:0;vertical-align:middle${isHidden ? ';display:none' : ''}">`;
  const pictures = !logo
    ? ''
    : logoDark && dark
      ? // Without the condition, Word would show both.
        `${picture(logo, 'logo-light')}<!--[if !mso]><!-->${picture(logoDark, 'logo-dark', true)}<!--<![endif]-->`
      : picture(logo, 'logo');
  const word = isMark
    ? `<span style="vertical-align:middle${logo ? ';padding-left:10px' : ''}">${escapeHtml(name)}</span>`
    : '';
  return `<a href="${escapeHtml(mailUrl(shopUrl))}" class="ink display" style="font-family:${DISPLAY_FONT};font-size:22px;line-height:40px;font-weight:700;color:${light.ink};text-decoration:none;${BREAKS}">${pictures}${word}</a>`;
}

/** White around the code in dark looks too, because scanners need it. */
function codePicture(part: Extract<MailPart, { kind: 'code-picture' }>, cid: string, c: Palette): string {
  const code = codeModules(part);
  const width = part.draws === 'qr' ? 180 : 452;
  const height = Math.round((width * code.height) / code.width);
  const style = `display:block;border:0;width:100%;max-width:${width}px;height:auto;background-color:#ffffff`;
  return `<img src="cid:${cid}" width="${width}" height="${height}" alt="${escapeHtml(part.alt)}" style="${style}">
${paragraph(part.caption, c, 'ink3', 14)}`;
}

function* pictureIds(): Generator<string, never> {
  for (let index = 0; ; index += 1) yield codePictureId(index);
}

function partHtml(language: Language, part: MailPart, c: Palette, pictures: Generator<string, never>): string {
  switch (part.kind) {
    case 'heading':
      return `<h2 class="ink display" style="margin:28px 0 12px;font-family:${DISPLAY_FONT};font-size:20px;line-height:26px;font-weight:700;color:${c.ink};${BREAKS}">${inline(part.text, c)}</h2>`;
    case 'paragraph':
      return paragraph(part.text, c, 'ink', 16);
    case 'button':
      return button(language, part.label, mailUrl(part.url), c);
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px">${part.rows
        .map((row, index) => factRow(row, c, index > 0))
        .join('')}</table>`;
    case 'list':
      return `<ul class="ink" style="margin:0 0 20px;padding:0 0 0 22px;font-family:${TEXT_FONT};font-size:16px;line-height:25px;color:${c.ink};${BREAKS}">${part.items
        .map((item) => `<li style="margin:0 0 8px">${inline(item, c)}</li>`)
        .join('')}</ul>`;
    case 'amounts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px">${part.rows
        .map((row, index) => amountRow(row, c, index > 0))
        .join('')}</table>`;
    case 'notice': {
      const tone = c.tones[part.tone];
      const title = part.title ? `<strong style="font-weight:700">${escapeHtml(part.title)}</strong><br>` : '';
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr><td class="tone-${part.tone}" style="padding:16px 20px;border-radius:14px;background-color:${tone.back};font-family:${TEXT_FONT};font-size:16px;line-height:24px;color:${tone.text};${BREAKS}">${title}${inline(part.text, c, `tone-${part.tone}`, tone.text)}</td></tr></table>`;
    }
    case 'code':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr><td class="sunken" style="padding:16px 20px;border-radius:14px;background-color:${c.sunken}"><div class="ink3" style="font-family:${TEXT_FONT};font-size:14px;line-height:20px;color:${c.ink3}">${escapeHtml(part.label)}</div><div class="ink code" style="font-family:${CODE_FONT};font-size:20px;line-height:30px;font-weight:600;color:${c.ink};word-break:break-all">${escapeHtml(part.value)}</div></td></tr></table>`;
    case 'ticket':
      return ticket(part, c);
    case 'code-picture':
      return codePicture(part, pictures.next().value, c);
    case 'operator-html':
      return operatorHtml(part.html, c);
  }
}

function paragraph(text: MailText, c: Palette, ink: 'ink' | 'ink2' | 'ink3', size: number): string {
  return `<p class="${ink}" style="margin:0 0 16px;font-family:${TEXT_FONT};font-size:${size}px;line-height:${Math.round(size * 1.6)}px;color:${c[ink]};${BREAKS}">${inline(text, c)}</p>`;
}

/** A coloured table cell, which every program draws. All of it is clickable, except the cell's own padding in Word. */
function button({ text }: Language, label: string, url: string, c: Palette): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 12px"><tr><td class="brand" style="border-radius:999px;background-color:${c.brand};mso-padding-alt:14px 28px"><a href="${href}" class="on-brand" style="display:inline-block;padding:14px 28px;border-radius:999px;font-family:${TEXT_FONT};font-size:17px;line-height:22px;font-weight:600;color:${c.onBrand};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="ink3" style="margin:0 0 24px;font-family:${TEXT_FONT};font-size:13px;line-height:20px;color:${c.ink3}">${escapeHtml(text('If the button does not work, use this link:'))}<br><a href="${href}" class="ink3" style="font-size:12px;line-height:18px;color:${c.ink3};text-decoration:underline;word-break:break-all;overflow-wrap:anywhere">${href}</a></p>`;
}

/** An account number wraps below its label where it does not fit next to it. */
function factRow({ label, value }: { label: string; value: MailText }, c: Palette, hasLine: boolean): string {
  if (typeof value === 'string' && isAccountNumber(value)) {
    const name = `<span class="ink3" style="display:inline-block;width:37%;color:${c.ink3};font-weight:400">${escapeHtml(label)}</span>`;
    return `<tr>${cell(`${name} ${inline(value, c)}`, c, 'ink', hasLine, 'padding:9px 0;font-weight:600', 2)}</tr>`;
  }
  const labelCell = cell(escapeHtml(label), c, 'ink3', hasLine, `width:38%;padding:9px 12px 9px 0;${BREAKS}`);
  return `<tr>${labelCell}${cell(inline(value, c), c, 'ink', hasLine, `padding:9px 0;font-weight:600;${BREAKS}`)}</tr>`;
}

function amountRow({ label, notes = [], amount, isTotal }: AmountRow, c: Palette, hasLine: boolean): string {
  const weight = isTotal ? 'font-weight:700;font-size:18px;' : '';
  const beneath =
    notes.length > 0
      ? `<br><span class="ink3" style="font-size:14px;color:${c.ink3}">${notes.map((note) => keepingDates(escapeHtml(note))).join('<br>')}</span>`
      : '';
  return `<tr>${cell(inline(label, c) + beneath, c, 'ink', hasLine, `padding:10px 16px 10px 0;${BREAKS};${weight}`)}${cell(escapeHtml(amount), c, 'ink', hasLine, `padding:10px 0;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums;${weight}`)}</tr>`;
}

function cell(
  html: string,
  c: Palette,
  ink: 'ink' | 'ink3',
  hasLine: boolean,
  style: string,
  columns: 1 | 2 = 1,
): string {
  const line = hasLine ? `border-top:1px solid ${c.line};` : '';
  const wide = columns > 1 ? ` colspan="${columns}"` : '';
  return `<td${wide} class="${ink}${hasLine ? ' line' : ''}" valign="top" style="font-family:${TEXT_FONT};font-size:16px;line-height:24px;color:${c[ink]};${line}${style}">${html}</td>`;
}

function ticket(part: Extract<MailPart, { kind: 'ticket' }>, c: Palette): string {
  const stub = [
    part.code
      ? `<span class="ink" style="font-family:${CODE_FONT};font-size:15px;font-weight:600;color:${c.ink};display:inline-block;max-width:100%;${BREAKS}">${escapeHtml(part.code)}</span>`
      : '',
    part.link
      ? `<a href="${escapeHtml(mailUrl(part.link.url))}" class="brand-text" style="color:${c.brandText};font-weight:600;text-decoration:underline">${escapeHtml(part.link.label)}</a>`
      : '',
  ].filter((html) => html !== '');
  const lines = part.lines
    .map(
      (line) =>
        `<div class="ink2" style="font-size:15px;line-height:22px;color:${c.ink2}">${keepingDates(escapeHtml(line))}</div>`,
    )
    .join('');
  return `<table role="presentation" class="sunken" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;background-color:${c.sunken};border-radius:14px">
<tr><td style="padding:16px 20px ${stub.length > 0 ? 6 : 16}px;font-family:${TEXT_FONT};${BREAKS}"><div class="ink display" style="font-family:${DISPLAY_FONT};font-size:18px;line-height:24px;font-weight:700;color:${c.ink}">${escapeHtml(part.title)}</div>${lines}</td></tr>
${stub.length > 0 ? `<tr><td style="padding:0">${perforation(c, 'surface', 16)}</td></tr><tr><td style="padding:4px 20px 14px;font-family:${TEXT_FONT};font-size:15px;line-height:24px">${stub.join('<br>')}</td></tr>` : ''}</table>`;
}

/** A dashed line that ends on both sides in a half circle of the colour behind the card. */
function perforation(c: Palette, behind: 'paper' | 'surface' = 'paper', size = 24): string {
  const half = size / 2;
  const bite = (radius: string) =>
    `<td class="${behind}" width="${half}" style="width:${half}px;height:${size}px;font-size:1px;line-height:1px;background-color:${c[behind]};border-radius:${radius}">&nbsp;</td>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${bite(`0 ${half}px ${half}px 0`)}<td valign="middle" style="padding:0 10px"><div class="line" style="height:0;font-size:0;line-height:0;border-top:2px dashed ${c.line}"></div></td>${bite(`${half}px 0 0 ${half}px`)}</tr></table>`;
}

function operatorHtml(html: string, c: Palette): string {
  const link = { class: 'brand-text', style: `color:${c.brandText};text-decoration:underline` };
  const clean = sanitizeHtml(html, {
    allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'h4'],
    allowedAttributes: { a: ['href', 'class', 'style'], p: ['style'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    transformTags: {
      p: (tagName): sanitizeHtml.Tag => ({ tagName, attribs: { style: 'margin:0 0 16px' } }),
      a: (tagName, attribs): sanitizeHtml.Tag => ({ tagName, attribs: { href: attribs.href ?? '', ...link } }),
    },
  });
  return `<div class="ink" style="font-family:${TEXT_FONT};font-size:16px;line-height:26px;color:${c.ink};${BREAKS}">${keepingCodes(clean)}</div>`;
}

function inline(text: MailText, c: Palette, linkClass = 'brand-text', linkColor = c.brandText): string {
  if (typeof text === 'string') return keepingDates(keepingCodes(escapeHtml(text).replaceAll('\n', '<br>')));
  return text
    .map((piece) => {
      if (typeof piece === 'string') return inline(piece, c);
      if ('strong' in piece) {
        const whole = /^\S{1,20}$/.test(piece.strong) ? ';white-space:nowrap' : '';
        return `<strong style="font-weight:700${whole}">${keepingDates(escapeHtml(piece.strong))}</strong>`;
      }
      return `<a href="${escapeHtml(mailUrl(piece.url))}" class="${linkClass}" style="color:${linkColor};text-decoration:underline">${escapeHtml(piece.link)}</a>`;
    })
    .join('');
}

/** Keeps day, month and year on one line. */
const keepingDates = (html: string): string =>
  wholeDates(html, (date) => `<span style="white-space:nowrap">${date}</span>`);

/** Keeps a code or account number on one line if it fits. Word breaks it anyway. */
const keepingCodes = (html: string): string =>
  wholeCodes(html, (code) => `<span style="display:inline-block;max-width:100%">${code}</span>`);

import { htmlToText } from './html-to-text.ts';
import { mailUrl } from './links.ts';
import type { AmountRow, MailDraft, MailPart, MailText } from './mail-content.ts';
import type { MailLook } from './mail-look.ts';

const WIDTH = 72;

export function textPart(look: MailLook, draft: MailDraft): string {
  const { text } = look.language;
  const blocks = [
    look.name.toUpperCase(),
    underline(draft.title, '='),
    ...draft.parts.map(block),
    '-'.repeat(WIDTH),
    wrap(
      draft.stub
        ? flatten(draft.stub)
        : text('Questions? Reply to this email or write to {email}.', { email: look.contactEmail }),
    ),
    [...look.operator.filter((line) => line !== ''), mailUrl(look.shopUrl)].join('\n'),
    wrap(draft.reason),
  ];
  return `${blocks.filter((text) => text !== '').join('\n\n')}\n`;
}

function block(part: MailPart): string {
  switch (part.kind) {
    case 'heading':
      return underline(part.text, '-');
    case 'paragraph':
      return wrap(flatten(part.text));
    case 'button':
      return `${part.label}:\n${mailUrl(part.url)}`;
    case 'facts':
      return factLines(part.rows);
    case 'list':
      return part.items.map((item) => hangingIndent('- ', flatten(item))).join('\n');
    case 'amounts':
      return part.rows.map(amountLines).join('\n');
    case 'notice':
      return wrap(
        [part.title && `${part.title}.`.replace(/([.!?])\.$/, '$1'), flatten(part.text)].filter(Boolean).join(' '),
        '| ',
      );
    case 'code':
      return `${part.label}:\n\n    ${part.value}`;
    case 'ticket':
      return [
        part.title,
        ...part.lines.map((line) => `  ${line}`),
        ...(part.code ? [`  ${part.code}`] : []),
        ...(part.link ? [`  ${part.link.label}:`, `  ${mailUrl(part.link.url)}`] : []),
      ].join('\n');
    case 'code-picture':
      return '';
    case 'operator-html':
      return htmlToText(part.html)
        .split('\n')
        .map((line) => wrap(line))
        .join('\n');
  }
}

function factLines(rows: Extract<MailPart, { kind: 'facts' }>['rows']): string {
  const width = Math.max(...rows.map((row) => row.label.length)) + 2;
  return rows
    .map(({ label, value }) => {
      const words = flatten(value);
      const fits = words.split(/\s/).every((word) => width + word.length <= WIDTH);
      return fits ? hangingIndent(`${label}:`.padEnd(width), words) : `${label}:\n${hangingIndent('  ', words)}`;
    })
    .join('\n');
}

function amountLines({ label, notes = [], amount, isTotal }: AmountRow): string {
  const room = WIDTH - amount.length - 2;
  const lines = wrap(label, '', room).split('\n');
  const last = lines.pop()!;
  const line = `${last.padEnd(room)}  ${amount}`;
  const rule = isTotal ? ['-'.repeat(WIDTH)] : [];
  return [...rule, ...lines, line, ...notes.map((note) => `  ${note}`)].join('\n');
}

const underline = (text: string, character: string): string =>
  `${text}\n${character.repeat(Math.min(text.length, WIDTH))}`;

/**
 * Gives every web address its own line, so that mail programs recognise its end. An address that is its own link text
 * stays in its place; the address behind other words follows at the end.
 */
function flatten(text: MailText): string {
  if (typeof text === 'string') return text;
  const addresses: string[] = [];
  const flattened = text
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if ('strong' in piece) return piece.strong;
      const url = mailUrl(piece.url);
      if (url === `mailto:${piece.link}`) return piece.link;
      if (url === piece.link || url.replace(/^https?:\/\//, '') === piece.link) return `\n${url}\n`;
      addresses.push(url);
      return piece.link;
    })
    .join('')
    // Removes punctuation that is left after an address.
    .replace(/\n[.,;]?(?:\s+|$)/g, '\n')
    .replace(/\s+\n/g, '\n')
    .trimEnd();
  return [flattened, ...addresses].join('\n');
}

/** Starts the first line with `lead` and indents the others by its length. */
function hangingIndent(lead: string, text: string): string {
  const indent = ' '.repeat(lead.length);
  return lead + wrap(text, '', WIDTH - lead.length).replaceAll('\n', `\n${indent}`);
}

/** Matches account numbers and ticket codes written in groups. */
const GROUPS = /\b[A-Z0-9]{4,5}(?: [A-Z0-9]{2,4}){3,}\b/g;

/** Breaks lines only at spaces, so that addresses stay intact, and never inside a grouped code. */
function wrap(text: string, lead = '', width = WIDTH - lead.length): string {
  const lines: string[] = [];
  for (const paragraph of text.replace(GROUPS, (code) => code.replaceAll(' ', '\u00a0')).split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines.map((line) => lead + line.replace(/(?<=[A-Z0-9])\u00a0(?=[A-Z0-9])/g, ' ')).join('\n');
}

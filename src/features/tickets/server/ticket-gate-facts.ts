import type { Language } from '#kernel/language.ts';
import { languageOfShop } from '#platform/language/shop-language.ts';
import type { TaggedPdf } from '#platform/pdf/tagged-pdf.ts';
import { fitText, layOutText } from '#platform/pdf/text-layout.ts';
import { printedMoment } from '../domain/printed-times.ts';
import { nameRuleSentence } from '../words/name-changes.ts';
import { INK, INK_2, INK_3 } from './ticket-card.ts';
import type { TicketDocument } from './ticket-document.ts';
import { type Column, Stack } from './ticket-text-stack.ts';

// Points.
const GAP = 28;
const BOTTOM_MARGIN = 30;

/** Sizes to try, largest first: the page has little room below a card with long texts. */
const LEVELS = [
  { size: 10.5, lines: 8, gap: 10 },
  { size: 9.5, lines: 8, gap: 7 },
  { size: 9, lines: 5, gap: 5 },
  { size: 8.5, lines: 3, gap: 4 },
] as const;

interface Fact {
  readonly label: string;
  readonly words: string;
}

/** Fills the page below the card with what the holder needs at the gate, in two columns, and the operator's address. */
export function drawGateFacts(pdf: TaggedPdf, ticket: TicketDocument, { x, y, width }: Column): void {
  const language = languageOfShop(ticket.shop);
  const { text } = language;
  const operator = operatorLine(ticket, width);
  const operatorTop = pdf.pageHeight - BOTTOM_MARGIN - operator.height;
  const bottom = operatorTop - 8;

  const heading = ticket.travelTime ? text('Before you travel') : text('At the gate');
  const title = fitText(heading, { font: 'display', lineHeight: 1.2 }, [15], width, 1);
  const columnWidth = (width - GAP) / 2;
  const top = y + title.height + 8;
  const columns = [gateNotes(language, ticket), nameAndContact(language, ticket)].filter((facts) => facts.length > 0);
  const isOnly = columns.length === 1;
  const layouts = LEVELS.map((level) =>
    columns.map((facts, index) =>
      columnOf(
        facts,
        { x: x + index * (columnWidth + GAP), y: top, width: isOnly ? width : columnWidth },
        level,
        bottom,
      ),
    ),
  );
  const stacks = layouts.find((layout) => layout.every(({ isComplete }) => isComplete)) ?? layouts.at(-1)!;

  if (top < bottom && stacks.some(({ stack }) => stack.blocks.length > 0)) {
    pdf.text('H2', { layout: title, x, y, color: INK });
    for (const { stack } of stacks) for (const [tag, ...texts] of stack.blocks) pdf.text(tag, ...texts);
  }
  pdf.text('P', { layout: operator, x, y: operatorTop, color: INK_3 });
}

/** Lays out as many facts as fit above `bottom`; `isComplete` if none is missing or cut. */
function columnOf(facts: readonly Fact[], column: Column, level: (typeof LEVELS)[number], bottom: number) {
  const stack = new Stack(column);
  let isComplete = true;
  for (const { label, words } of facts) {
    const layouts = [
      {
        layout: layOutText(label, { font: 'strong', size: level.size - 1, lineHeight: 1.4 }, column.width, 1),
        color: INK_3,
      },
      {
        layout: layOutText(words, { font: 'text', size: level.size, lineHeight: 1.35 }, column.width, level.lines),
        color: INK_2,
      },
    ];
    const height = layouts.reduce((sum, { layout }) => sum + layout.height, level.gap as number);
    if (layouts.some(({ layout }) => layout.isCut)) isComplete = false;
    if (stack.bottom + height > bottom) return { stack, isComplete: false };
    stack.add('P', level.gap, ...layouts);
  }
  return { stack, isComplete };
}

/** The operator's notes about the gate. A coach has none, because its meeting point is on the card. */
function gateNotes({ text }: Language, { gate, travelTime }: TicketDocument): Fact[] {
  return [
    { label: text('Entrance'), words: travelTime ? null : gate.entrance },
    { label: text('Gate times'), words: travelTime ? null : gate.times },
    { label: text('What to bring'), words: gate.bring },
  ].filter((fact): fact is Fact => fact.words !== null);
}

/** Why to bring an ID, until when the name may change, and whom to ask. */
function nameAndContact(
  { text, translate }: Language,
  { nameRule, travelTime, timezone, shop }: TicketDocument,
): Fact[] {
  const until = (instant: string) => printedMoment(new Date(instant), timezone, shop.locale);
  return [
    {
      label: text('Personal ticket'),
      words: travelTime
        ? text(
            'This ticket is personal: please bring the passport or ID in the holder’s name. If the holder changes, a new ticket is issued and this one is no longer valid.',
          )
        : text(
            'This ticket is personal: please bring a passport or ID in the holder’s name. If the holder changes, a new ticket is issued and this one is no longer valid.',
          ),
    },
    { label: text('Name changes'), words: translate(nameRuleSentence(nameRule, until)) },
    ...(shop.operator.email ? [{ label: text('Questions'), words: shop.operator.email }] : []),
  ];
}

function operatorLine({ shop }: TicketDocument, width: number) {
  const { name, address } = shop.operator;
  return fitText(
    [shop.name, name, ...address].filter(Boolean).join(' · '),
    { font: 'text', lineHeight: 1.4 },
    [9, 8],
    width,
    2,
  );
}

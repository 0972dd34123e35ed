import { customerForOrder, inviteAfterAnswer } from '#features/customers/server/public.ts';
import { fullWhenAndWhere } from '#features/occasions/words/full-when-and-where.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import type { DateSettings } from '#kernel/dates.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import { type Language, markedText } from '#kernel/language.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { greeting } from '#platform/mail/greeting.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent, MailPart } from '#platform/mail/mail-content.ts';
import { type MailLook, mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { plainName } from '#platform/mail/plain-name.ts';
import { mayBeAdmitted } from '../domain/may-be-admitted.ts';
import { printedCode } from '../domain/printed-code.ts';
import { MEETING_MINUTES, printedMoment } from '../domain/printed-times.ts';
import { ticketPath } from '../domain/ticket-path.ts';
import { datedTicket } from './dated-ticket.ts';
import { type TicketRow, ticketRow } from './ticket-store.ts';

/** Read the shop before the transaction, which must not use a second connection. */
export interface ChangeParts {
  readonly db: Db;
  readonly shop: Shop;
  readonly shopUrl: string;
}

/**
 * Mails the former holder that the old document is invalid, and the new holder the new document; if both have the same
 * mailbox, it receives one mail. An account without a password also receives a link to set one.
 */
export async function mailAboutNewHolder(
  parts: ChangeParts,
  tx: Tx,
  change: { changeId: number; before: TicketRow; isNewHolder: boolean; reassign: boolean; isByStaff: boolean },
  now: Date,
): Promise<void> {
  const { changeId, before, isNewHolder, reassign, isByStaff } = change;
  const look = mailLook(parts.shop, parts.shopUrl);
  const after = (await ticketRow(tx, before.id))!;
  const isOtherMailbox = emailKey(before.email) !== emailKey(after.email);
  if (isOtherMailbox && isEmailAddress(before.email)) {
    await enqueueMail(
      tx,
      {
        key: `ticket-change:${changeId}:before`,
        kind: 'ticket-handed-on',
        recipient: before.email,
        orderId: before.orderId,
        content: reassignedMail(look, before),
      },
      now,
    );
  }
  const received = isByStaff ? 'new_holder_by_staff' : 'new_holder';
  const message: NewDocument = isOtherMailbox || reassign ? received : isNewHolder ? 'renamed' : 'details';
  const giver = reassign ? await customerForOrder(tx, before.customerId) : null;
  const givenBy = plainName(giver?.fullName ?? '');
  await mailNewDocument(parts, tx, { changeId, after, message, from: before, givenBy }, now);
  if (reassign) await inviteAfterAnswer(tx, { customerId: after.customerId, email: after.email }, now);
}

/** Attaches the new document. */
export async function mailAboutTravelTime(
  parts: ChangeParts,
  tx: Tx,
  { changeId, before }: { changeId: number; before: TicketRow },
  now: Date,
): Promise<void> {
  const after = (await ticketRow(tx, before.id))!;
  await mailNewDocument(parts, tx, { changeId, after, message: 'travel_time', from: before, givenBy: null }, now);
}

type NewDocument = 'new_holder' | 'new_holder_by_staff' | 'renamed' | 'details' | 'travel_time';

interface NewDocumentFacts {
  readonly message: NewDocument;
  readonly from: TicketRow;
  readonly after: TicketRow;
  /** The former holder, if the name may be shown. */
  readonly givenBy: string | null;
}

async function mailNewDocument(
  parts: ChangeParts,
  tx: Tx,
  mail: NewDocumentFacts & { changeId: number },
  now: Date,
): Promise<void> {
  const { after } = mail;
  if (!isEmailAddress(after.email)) return;
  const manager = await customerForOrder(tx, after.customerId);
  const isManager = manager !== null && emailKey(manager.email) === emailKey(after.email);
  await enqueueMail(
    tx,
    {
      key: `ticket-change:${mail.changeId}:after`,
      kind: mail.message === 'travel_time' ? 'travel-time-changed' : 'ticket-changed',
      recipient: after.email,
      orderId: after.orderId,
      content: newDocumentMail(mailLook(parts.shop, parts.shopUrl), { ...mail, isManager }, parts.shop.public),
      attachments: mayBeAdmitted(after, after) ? [{ kind: 'ticket', code: after.code }] : [],
    },
    now,
  );
}

/** Does not reveal the new holder to the old one. */
function reassignedMail(look: MailLook, before: TicketRow): MailContent {
  const { language } = look;
  const { text, textNodes } = language;
  return composeMail(look, {
    subject: text('Your {shop} ticket was transferred', { shop: look.name }),
    preheader: text('The ticket you have is no longer valid.'),
    title: text('Your ticket was transferred'),
    reason: text(
      'You are receiving this email because the ticket was previously registered to this address. If you did not expect this, ask the person who bought the ticket or write to {email}.',
      { email: look.contactEmail },
    ),
    parts: [
      greeting(language, before.fullName),
      {
        kind: 'paragraph',
        text: textNodes('Your ticket {ticket} was changed and is now registered to another email address.', {
          ticket: { strong: before.frozen.name },
        }),
      },
      {
        kind: 'notice',
        tone: 'warn',
        title: text('Your ticket is no longer valid'),
        text: text('The ticket with code {code} can no longer be downloaded or used for entry.', {
          code: printedCode(before.code),
        }),
      },
    ],
  });
}

function newDocumentMail(
  look: MailLook,
  { after, message, from, givenBy, isManager }: NewDocumentFacts & { isManager: boolean },
  shop: DateSettings,
): MailContent {
  const { language } = look;
  const { text, translate } = language;
  const isAttached = mayBeAdmitted(after, after);
  const when = (moment: Date) => printedMoment(moment, after.frozen.timezone, shop.locale);
  const words = newDocumentWords[message](look.language, look.name);
  const opening =
    givenBy === null
      ? words.opening
      : text('{giver} has transferred a ticket to you. You can now use and manage it.', {
          giver: givenBy,
        });
  const changed: MailPart[] = [];
  if (message === 'travel_time') {
    changed.push({
      kind: 'facts',
      rows: [
        ...(from.travelTime ? [{ label: text('Previous travel time'), value: when(from.travelTime) }] : []),
        ...(after.travelTime ? [{ label: text('New travel time'), value: [{ strong: when(after.travelTime) }] }] : []),
        ...(after.meetingPoint ? [{ label: text('Meeting point'), value: after.meetingPoint }] : []),
      ],
    });
    changed.push({
      kind: 'paragraph',
      text: text('Please be at the meeting point {minutes} minutes before travel.', { minutes: MEETING_MINUTES }),
    });
  }
  return composeMail(look, {
    subject: words.subject,
    preheader: words.preheader,
    title: words.title,
    reason: translate(reasons[message]),
    parts: [
      greeting(language, after.fullName),
      { kind: 'paragraph', text: opening },
      ...changed,
      {
        kind: 'ticket',
        title: after.frozen.name,
        lines: [
          after.fullName,
          // The mail about a changed travel time has already named the meeting point.
          ...fullWhenAndWhere(language, datedTicket(after, { hasPlace: message !== 'travel_time' }), shop),
          text('Order {code}', { code: after.orderCode }),
        ],
        code: printedCode(after.code),
        ...(isAttached && {
          link: { label: text('Download (PDF)'), url: `${look.shopUrl}${ticketPath(after.email, after.code)}` },
        }),
      },
      {
        kind: 'paragraph',
        text: isAttached
          ? text(
              'Your new ticket is attached to this email. Anyone with its link or code can open it, so please keep this email to yourself.',
            )
          : text(
              'You can download the ticket once the Terms and Conditions of the order have been accepted and it is paid.',
            ),
      },
      ...(message === 'details'
        ? []
        : ([
            {
              kind: 'notice',
              tone: 'info',
              text: text(
                'Only the new ticket is valid. Copies downloaded or printed earlier will be refused at the entrance.',
              ),
            },
          ] satisfies MailPart[])),
      // Nobody else can see the order.
      ...(isManager
        ? ([
            {
              kind: 'paragraph',
              text: text('You can view and manage it in the portal, using the account for this email address.'),
            },
            {
              kind: 'button',
              label: text('Manage your ticket'),
              url: `${look.shopUrl}/portal/orders/${after.orderCode}`,
            },
          ] satisfies MailPart[])
        : []),
    ],
  });
}

const receivedWords = ({ text }: Language, shop: string) => ({
  subject: text('A ticket from {shop} for you', { shop }),
  preheader: text('This ticket is now yours.'),
  title: text('You have received a ticket'),
  opening: text('This ticket is now yours.'),
});

const newDocumentWords = {
  new_holder: receivedWords,
  new_holder_by_staff: receivedWords,
  renamed: ({ text }: Language, shop: string) => ({
    subject: text('Your ticket from {shop} has a new holder', { shop }),
    preheader: text('A new ticket replaces the old one.'),
    title: text('Your ticket has a new holder'),
    opening: text('This ticket has a new holder and a new code. The old code is no longer valid.'),
  }),
  details: ({ text }: Language, shop: string) => ({
    subject: text('Your ticket from {shop} was changed', { shop }),
    preheader: text('Here are its new details.'),
    title: text('Your ticket was changed'),
    opening: text('Here are the new details of your ticket.'),
  }),
  travel_time: ({ text }: Language, shop: string) => ({
    subject: text('Your travel time with {shop} was changed', { shop }),
    preheader: text('A new ticket replaces the old one.'),
    title: text('Your travel time was changed'),
    opening: text('Your travel time has changed.'),
  }),
} satisfies Record<
  NewDocument,
  (language: Language, shop: string) => { subject: string; preheader: string; title: string; opening: string }
>;

const reasons: Record<NewDocument, string> = {
  new_holder: markedText(
    'You are receiving this email because the person who manages the ticket entered this address for its holder.',
  ),
  new_holder_by_staff: markedText(
    'You are receiving this email because we entered this address for the holder of a ticket.',
  ),
  renamed: markedText(
    'You are receiving this email because the holder of a ticket registered to this address was changed.',
  ),
  details: markedText(
    'You are receiving this email because the details of a ticket registered to this address were changed.',
  ),
  travel_time: markedText(
    'You are receiving this email because the travel time of a ticket registered to this address was changed.',
  ),
};

import { customerForOrder, inviteAfterAnswer } from '#features/customers/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { emailKey, isEmailAddress } from '#kernel/email.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { composeMail } from '#platform/mail/layout.ts';
import type { MailContent, MailPart } from '#platform/mail/mail-content.ts';
import { type MailLook, mailLook } from '#platform/mail/mail-look.ts';
import { enqueueMail } from '#platform/mail/outbox.ts';
import { plainName } from '#platform/mail/plain-name.ts';
import { printedCode } from '../domain/printed-code.ts';
import { MEETING_MINUTES, printedMoment } from '../domain/printed-times.ts';
import { canDownload } from '../domain/ticket-flags.ts';
import { ticketPath } from '../domain/ticket-path.ts';
import { type TicketRow, ticketRow } from './ticket-store.ts';

/** What a change of a ticket needs. The shop was read before the transaction, which reads nothing by another connection. */
export interface ChangeParts {
  readonly db: Db;
  readonly shop: Shop;
  readonly shopUrl: string;
}

/**
 * Tells both holders of a ticket that was changed (decision 21): the one of before that the old document counts no more, the one
 * from now on with the new document. With one mailbox for both it is one mail. An account that has no password yet gets a link to set one.
 */
export async function mailAboutNewHolder(
  parts: ChangeParts,
  tx: Tx,
  change: { changeId: number; before: TicketRow; isNewHolder: boolean; reassign: boolean },
  now: Date,
): Promise<void> {
  const { changeId, before, isNewHolder, reassign } = change;
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
        content: handedOnMail(look, before),
      },
      now,
    );
  }
  const message: NewDocument = isOtherMailbox || reassign ? 'new_holder' : isNewHolder ? 'renamed' : 'details';
  const giver = reassign ? await customerForOrder(tx, before.customerId) : null;
  const givenBy = plainName(giver?.fullName ?? '');
  await mailNewDocument(parts, tx, { changeId, after, message, from: before, givenBy }, now);
  if (reassign) await inviteAfterAnswer(tx, { customerId: after.customerId, email: after.email }, now);
}

/** Tells the holder when they travel from now on, with the new document. */
export async function mailAboutTravelTime(
  parts: ChangeParts,
  tx: Tx,
  { changeId, before }: { changeId: number; before: TicketRow },
  now: Date,
): Promise<void> {
  const after = (await ticketRow(tx, before.id))!;
  await mailNewDocument(parts, tx, { changeId, after, message: 'travel_time', from: before, givenBy: null }, now);
}

type NewDocument = 'new_holder' | 'renamed' | 'details' | 'travel_time';

interface NewDocumentFacts {
  readonly message: NewDocument;
  readonly from: TicketRow;
  readonly after: TicketRow;
  /** Who handed the ticket over, if the name can be said. */
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
      content: newDocumentMail(mailLook(parts.shop, parts.shopUrl), { ...mail, isManager }, parts.shop.public.locale),
      attachments: canDownload(after, after) ? [{ kind: 'ticket', code: after.code }] : [],
    },
    now,
  );
}

/** Says nothing about the new holder: that is not the old one's business. */
function handedOnMail(look: MailLook, before: TicketRow): MailContent {
  return composeMail(look, {
    subject: `Your ticket from ${look.name} was handed on`,
    preheader: 'The document that you have counts no more.',
    title: 'Your ticket was handed on',
    reason: `You get this mail because this address was the ticket’s until now. If you did not expect this, ask who bought the ticket, or write to ${look.contactEmail}.`,
    parts: [
      {
        kind: 'paragraph',
        text: [
          `${greeting(before.fullName)}the ticket `,
          { strong: before.frozen.name },
          ' was changed and goes to another address from now on.',
        ],
      },
      {
        kind: 'notice',
        tone: 'warn',
        title: 'Your document counts no more',
        text: `The ticket with the code ${printedCode(before.code)} can neither be downloaded nor used for admission any longer.`,
      },
    ],
  });
}

function newDocumentMail(
  look: MailLook,
  { after, message, from, givenBy, isManager }: NewDocumentFacts & { isManager: boolean },
  locale: string,
): MailContent {
  const isAttached = canDownload(after, after);
  const when = (moment: Date) => printedMoment(moment, after.frozen.timezone, locale);
  const words = newDocumentWords[message](look.name);
  const opening =
    givenBy === null ? words.opening : `${givenBy} has handed you a ticket. You hold and manage it from now on.`;
  const changed: MailPart[] = [];
  if (message === 'travel_time') {
    changed.push({
      kind: 'facts',
      rows: [
        ...(from.travelTime ? [{ label: 'Travel time until now', value: when(from.travelTime) }] : []),
        ...(after.travelTime ? [{ label: 'New travel time', value: [{ strong: when(after.travelTime) }] }] : []),
        ...(after.meetingPoint ? [{ label: 'Meeting point', value: after.meetingPoint }] : []),
      ],
    });
    changed.push({
      kind: 'paragraph',
      text: `Please be at the meeting point ${MEETING_MINUTES} minutes before travel.`,
    });
  }
  return composeMail(look, {
    subject: words.subject,
    preheader: words.preheader,
    title: words.title,
    reason: reasons[message],
    parts: [
      { kind: 'paragraph', text: `${greeting(after.fullName)}${opening}` },
      ...changed,
      {
        kind: 'ticket',
        title: after.frozen.name,
        lines: [after.fullName, ...(after.travelTime ? [when(after.travelTime)] : []), `Order ${after.orderCode}`],
        code: printedCode(after.code),
        ...(isAttached && {
          link: { label: 'Download (PDF)', url: `${look.shopUrl}${ticketPath(after.email, after.code)}` },
        }),
      },
      {
        kind: 'paragraph',
        text: isAttached
          ? 'Your new ticket is attached to this mail. Whoever has its link or code can open it, so please keep this mail to yourself.'
          : 'The document can be downloaded as soon as the Terms and Conditions of the order are accepted and it is paid.',
      },
      ...(message === 'details'
        ? []
        : ([
            {
              kind: 'notice',
              tone: 'info',
              text: 'Only the new document counts. One that was downloaded or printed before is refused at the entrance.',
            },
          ] satisfies MailPart[])),
      // For anybody else the order does not exist.
      ...(isManager
        ? ([
            { kind: 'paragraph', text: 'You see and manage it in the portal, with the account of this address.' },
            { kind: 'button', label: 'Manage your ticket', url: `${look.shopUrl}/portal/orders/${after.orderCode}` },
          ] satisfies MailPart[])
        : []),
    ],
  });
}

const newDocumentWords = {
  new_holder: (shop: string) => ({
    subject: `A ticket from ${shop} for you`,
    preheader: 'You hold this ticket from now on.',
    title: 'You have a ticket',
    opening: 'you hold this ticket from now on.',
  }),
  renamed: (shop: string) => ({
    subject: `Your ticket from ${shop} has a new holder`,
    preheader: 'A new document takes the place of the old one.',
    title: 'Your ticket has a new holder',
    opening: 'this ticket has a new holder and a new code. The old ones count no more.',
  }),
  details: (shop: string) => ({
    subject: `Your ticket from ${shop} was changed`,
    preheader: 'These are its details now.',
    title: 'Your ticket was changed',
    opening: 'these are the details of your ticket now.',
  }),
  travel_time: (shop: string) => ({
    subject: `Your travel time with ${shop} was changed`,
    preheader: 'A new document takes the place of the old one.',
    title: 'Your travel time was changed',
    opening: 'you travel at another time now.',
  }),
} satisfies Record<
  NewDocument,
  (shop: string) => { subject: string; preheader: string; title: string; opening: string }
>;

const reasons: Record<NewDocument, string> = {
  new_holder: 'You get this mail because who managed the ticket until now entered this address for its new holder.',
  renamed: 'You get this mail because the holder of a ticket with this address was changed.',
  details: 'You get this mail because the details of a ticket with this address were changed.',
  travel_time: 'You get this mail because the travel time of a ticket with this address was changed.',
};

const greeting = (fullName: string): string => {
  const name = plainName(fullName);
  return name ? `Hello ${name}, ` : 'Hello, ';
};

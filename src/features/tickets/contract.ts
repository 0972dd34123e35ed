import { z } from 'zod';
import { occasion } from '#features/catalogue/contract.ts';
import { call } from '#kernel/call.ts';
import { codeText, emailText, instant, money, nameText, noteText, optionalCode, secretText } from '#wire/fields.ts';
import { itemStatuses } from './domain/item-status.ts';

const itemStatus = z.enum(itemStatuses);

const travelTime = z.object({ id: z.string(), travel_time: instant, remaining: z.int().nullable() });

/** Fields that tickets and merchandise share: status, amounts and refund. */
const issuedItem = {
  status: itemStatus,
  pending: z.boolean(),
  price: money,
  fee: money,
  refund_fee: money,
  refund_total: money,
  shipping_refund: money,
  is_refundable: z.boolean(),
  is_ever_refundable: z.boolean(),
  allow_refund_requests_from: instant.nullable(),
  allow_refund_requests_until: instant.nullable(),
};

export const ticket = z.object({
  code: z.string(),
  email: z.string(),
  full_name: z.string(),
  age: z.string().nullable(),
  /** Extension: keys of `config.ageRanges` for the holder's age; empty if no age is needed. */
  age_options: z.array(z.string()),
  product: z.string(),
  external_code: z.string(),
  type: z.string(),
  shop_image: z.string().nullable(),
  ...issuedItem,
  allow_name_changes: z.boolean(),
  /** Extension, as in the shop item: the deadline for name changes. */
  allow_name_changes_until: instant.nullable(),
  allow_email_changes: z.boolean(),
  name_changes_left: z.int().nullable(),
  allow_travel_time_changes: z.boolean(),
  /** Extension, as in the shop item: the deadline for changes of the travel time. */
  allow_travel_time_changes_until: instant.nullable(),
  allow_download: z.boolean(),
  recently_edited: z.boolean(),
  /** Extension: when the lock after a change of the travel time ends, or null. */
  edited_until: instant.nullable(),
  /**
   * Extension: whether it was reassigned to another account. The buyer still sees it, but not its code, because whoever
   * has the code can open the ticket: `code` is a placeholder.
   */
  reassigned: z.boolean(),
  travel_time: instant.nullable(),
  transport_time_id: z.string().nullable(),
  travel_times: z.array(travelTime),
  /** Extension: where travellers meet; absent if the operator named no place. */
  meeting_point: z.string().optional(),
  timezone: z.string(),
  occasion: occasion.optional(),
});
export type Ticket = z.infer<typeof ticket>;

export const merchandisePurchase = z.object({
  code: z.string(),
  merchandise: z.string(),
  external_code: z.string(),
  shop_image: z.string().nullable(),
  ...issuedItem,
});
export type MerchandisePurchase = z.infer<typeof merchandisePurchase>;

export const existingTicket = z.object({
  full_name: z.string(),
  email: z.string(),
  age: z.string().nullable(),
  event_id: z.string().nullable(),
});
export type ExistingTicket = z.infer<typeof existingTicket>;

export const emailTickets = call({
  name: 'email-tickets',
  summary: 'Mails the tickets of an email address again; an unknown address receives the same answer',
  needs: 'nobody',
  changes: true,
  data: false,
  request: z.object({ email: emailText }),
  answer: z.object({ message: z.string() }),
});

export const changeTicket = call({
  name: 'change-ticket',
  summary: 'Changes the holder of a ticket, or transfers it to the account of the new email address',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({
    order_id: codeText,
    code: codeText,
    reassign: z.boolean().nullish(),
    note: noteText,
    full_name: nameText,
    email: emailText,
    age: optionalCode,
    /** Extension: the caller's password, needed to reassign a ticket if the login is older than 15 minutes. */
    password: secretText,
  }),
  /**
   * Extension: the ticket's code after the change, as the caller sees it; null if the caller no longer sees the ticket.
   */
  answer: z.object({ code: z.string().nullable() }),
});

/** Extension: what a screen at the gate shows beyond the ticket in the user data. */
export const showTickets = call({
  name: 'show-tickets',
  summary: 'The QR codes of the tickets of an order that the caller manages and may show now',
  needs: 'login',
  changes: false,
  data: false,
  request: z.object({ order_id: codeText }),
  answer: z.object({
    /** When the shop checked the tickets. */
    checked_at: instant,
    tickets: z.array(
      z.object({
        code: z.string(),
        /** The text of the QR code, the same as in the ticket's PDF. */
        qr_text: z.string(),
        entrance: z.string().nullable(),
        gate_times: z.string().nullable(),
      }),
    ),
  }),
});
export type TicketToShow = z.infer<typeof showTickets.answer>['tickets'][number];

export const setTravelTime = call({
  name: 'set-travel-time',
  summary: 'Moves a ticket to another departure of its item, and locks the ticket for 15 minutes',
  needs: 'login',
  changes: true,
  data: true,
  request: z.object({ code: codeText, transport_time_id: optionalCode }),
  answer: z.object({}),
});

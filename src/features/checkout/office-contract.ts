import { z } from 'zod';
import { orderStatuses } from '#features/orders/domain/order-status.ts';
import { PAYMENT_METHODS } from '#features/orders/domain/payment-methods.ts';
import { previewed, previewText } from '#features/previews/office-contract.ts';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { codeText, emailText, instant, money, nameText, noteText, optionalCode, text, textMap } from '#wire/fields.ts';

const creates = { needs: { permission: 'orders.create' }, fresh: false } as const;

const named = z.object({ key: z.string(), name: z.string() });
/** Such as 2027-07-12, in the shop's time zone. */
const day = z.string();

export const newOrderChoices = officeCall({
  ...creates,
  name: 'new-order-choices',
  summary: 'The choices for an order placed by staff: items on sale, channels, countries and address lines',
  changes: false,
  request: z.object({}),
  answer: z.object({
    /** All sales channels except the web shop. */
    channels: z.array(named),
    items: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        kind: z.enum(['tickets', 'merchandise']),
        event: z.string().nullable(),
        price: money,
        fee: money,
        /** Units left; null if unlimited. */
        left: z.int().nullable(),
        /** 0 if there is no limit. */
        limit_per_order: z.int(),
        has_plan: z.boolean(),
        /** Keys and names of the age ranges; empty if the age is not needed. */
        ages: z.array(named),
        /** Null unless the buyer chooses the time. `left` is null if unlimited. */
        departures: z.array(z.object({ code: z.string(), departs_at: instant, left: z.int().nullable() })).nullable(),
        timezone: z.string(),
      }),
    ),
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
    /** The country of most customers; '' if unknown. */
    country: z.string(),
    address_lines: z.array(
      z.object({
        key: z.string(),
        text: z.string(),
        required: z.boolean(),
        /** The HTML autocomplete token, such as `postal-code`; null if it is unknown. */
        autocomplete: z.string().nullable(),
      }),
    ),
    has_card: z.boolean(),
    has_transfer: z.boolean(),
    /** BCP 47: the language of the mails to customers. */
    language: z.string(),
  }),
});

export const newOrderCustomer = officeCall({
  ...creates,
  name: 'new-order-customer',
  summary: 'A customer with the last address, for an order placed by staff',
  changes: false,
  request: z.object({ id: z.int().positive() }),
  answer: z.object({
    full_name: z.string(),
    email: z.string(),
    country: z.string().nullable(),
    address: z.record(z.string(), z.string()),
  }),
});

/** One unit, with the holder of a ticket; merchandise has none. `departure` is the code of the chosen departure. */
const wantedItem = z.object({
  code: codeText,
  full_name: nameText,
  email: emailText,
  age: optionalCode,
  departure: optionalCode,
});

export const orderCreate = officeCall({
  ...creates,
  name: 'order-create',
  summary: 'Places an order for a customer who ordered by phone, at the box office or through another channel',
  changes: true,
  request: z.object({
    full_name: nameText,
    email: emailText,
    channel: codeText,
    items: z.array(wantedItem).max(100),
    country: codeText,
    address: textMap,
    /** Null if the goods go to the billing address. */
    shipping: z.object({ full_name: nameText, country: codeText, address: textMap }).nullish(),
    payment_method: z.enum(PAYMENT_METHODS).nullish(),
    voucher_code: optionalCode,
    /** Whether the customer has heard or read the terms and agreed. Otherwise an email asks for this. */
    accepted_terms: z.boolean(),
    /**
     * The number of the receipt for money that was received at the desk; needs `money.book`. Empty if the order still
     * has to be paid.
     */
    desk_receipt: text(120),
    /**
     * Whether the limits per order and for unpaid orders are lifted. Like the next two fields, this exception needs
     * `orders.override` and a reason.
     */
    beyond_limits: z.boolean(),
    /** Whether more units of items and departures may be sold than their capacity. */
    beyond_capacity: z.boolean(),
    /** Whether a discount covers the whole order. Excludes a voucher and a receipt. */
    free_of_charge: z.boolean(),
    reason: noteText,
    preview: previewText,
  }),
  answer: previewed.extend({
    placed: z.object({
      code: z.string(),
      status: z.enum(orderStatuses),
      method: z.enum(PAYMENT_METHODS),
      lines: z.array(z.object({ name: z.string(), holder: z.string(), price: money, fee: money })),
      items_total: money,
      shipping: money,
      discount: money,
      total: money,
      is_plan: z.boolean(),
      payments: z.array(z.object({ amount: money, paid: money, due_on: day })),
      /** The day until which its items are held; null if there is nothing to pay. */
      held_until: day.nullable(),
      is_new_customer: z.boolean(),
      asks_for_terms: z.boolean(),
      /** Items and departures of which more units are taken (sold, or held in carts) than their capacity. */
      beyond_capacity: z.array(
        z.object({
          name: z.string(),
          departs_at: instant.nullable(),
          timezone: z.string(),
          capacity: z.int(),
          taken: z.int(),
        }),
      ),
      /** Add-ons such as a coach seat whose holder has no entry ticket to their event, in this order or an earlier one. */
      without_entry_ticket: z.array(z.object({ name: z.string(), holder: z.string() })),
    }),
  }),
});

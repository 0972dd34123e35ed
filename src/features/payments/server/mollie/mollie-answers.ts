import { z } from 'zod';

/*
 * Only the fields that the shop reads. Mollie may add fields and values of its enumerations at any time, so both are
 * accepted here.
 */

const amount = z.object({ currency: z.string().regex(/^[A-Z]{3}$/), value: z.string() });
const link = z.object({ href: z.string() }).optional();
const text = z.string().nullish();
const id = z.string().regex(/^[A-Za-z0-9_-]{4,100}$/);

export const molliePayment = z.object({
  id,
  mode: z.string(),
  status: z.string(),
  amount,
  metadata: z.unknown(),
  method: text,
  sequenceType: text,
  customerId: text,
  mandateId: text,
  isCancelable: z.boolean().nullish(),
  createdAt: z.string(),
  expiresAt: text,
  amountRefunded: amount.nullish(),
  amountChargedBack: amount.nullish(),
  details: z
    .object({ cardLabel: text, cardNumber: text, cardExpiryDate: text, consumerAccount: text, failureReason: text })
    .nullish(),
  _links: z.object({ checkout: link, refunds: link, chargebacks: link }),
});
export type MolliePayment = z.infer<typeof molliePayment>;

export const mollieRefund = z.object({
  id,
  status: z.string(),
  amount,
  metadata: z.unknown(),
  paymentId: id,
  createdAt: z.string(),
});
export type MollieRefund = z.infer<typeof mollieRefund>;

const mollieChargeback = z.object({
  id,
  amount,
  paymentId: id,
  reason: z.object({ code: text, description: text }).nullish(),
  createdAt: z.string(),
  reversedAt: text,
});
export type MollieChargeback = z.infer<typeof mollieChargeback>;

const listOf = <Item extends z.ZodType, Name extends string>(name: Name, item: Item) =>
  z.object({
    _embedded: z.object({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>),
    _links: z.object({ next: z.object({ href: z.string() }).nullish() }),
  });

export const molliePayments = listOf('payments', molliePayment);
export const mollieRefunds = listOf('refunds', mollieRefund);
export const mollieChargebacks = listOf('chargebacks', mollieChargeback);

export const mollieCustomer = z.object({ id });

export const mollieProfile = z.object({
  mode: z.string(),
  name: z.string(),
  status: z.string(),
  website: z.string().optional(),
});

export const mollieMethods = z.object({
  _embedded: z.object({
    methods: z.array(
      z.object({
        id: z.string().nullable(),
        description: z.string(),
        minimumAmount: amount.nullish(),
        maximumAmount: amount.nullish(),
      }),
    ),
  }),
});
export type MollieMethod = z.infer<typeof mollieMethods>['_embedded']['methods'][number];

const ours = z.object({
  reference: z.string().optional(),
  refund: z.string().optional(),
  digits: z.int().min(0).max(4).optional(),
});

/** Returns what the shop attached to a payment or a refund; nothing if somebody else made it. */
export function ownMetadata(metadata: unknown): z.infer<typeof ours> {
  const read = ours.safeParse(metadata);
  return read.success ? read.data : {};
}

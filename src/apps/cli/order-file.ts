import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { z } from 'zod';
import type { OrderForCustomer } from '#features/checkout/server/public.ts';
import { checkShape } from '#features/shop-config/server/folder/check-shape.ts';
import { describeMistake } from '#features/shop-config/server/folder/mistake.ts';
import { parseYaml } from '#features/shop-config/server/folder/yaml-file.ts';
import { isEmailAddress } from '#kernel/email.ts';
import { UsageProblem } from './command.ts';

const line = z
  .string({ error: () => 'expected text' })
  .trim()
  .min(1, { error: () => 'must not be empty' })
  .max(200);
const name = line.max(120);
const email = line.refine(isEmailAddress, { error: () => 'expected an email address' });
const address = z.record(z.string(), z.union([z.string(), z.number()]).transform(String));
const country = z.string().regex(/^[A-Z]{2}$/, { error: () => 'expected a two-letter country code such as NL' });

const orderFile = z.strictObject({
  customer: z.strictObject({ email, full_name: name }),
  channel: line,
  payment_method: z.enum(['credit_card', 'bank_transfer', 'voucher']).optional(),
  country,
  address,
  shipping: z.strictObject({ name: name.optional(), country, address }).optional(),
  voucher: line.optional(),
  terms_accepted: z.boolean().default(false),
  items: z
    .array(
      z.strictObject({
        item: line,
        full_name: name.optional(),
        email: email.optional(),
        age: z.union([z.string(), z.number()]).transform(String).optional(),
        departure: line.optional(),
        quantity: z.int().min(1).max(100).default(1),
      }),
    )
    .min(1, { error: () => 'an order must have at least one item' }),
});

export const ORDER_FILE_EXAMPLE = `The file is YAML or JSON ("-" reads it from the standard input):

  customer: { email: ada@example.org, full_name: Ada Lovelace }
  channel: phone                  # a key of orders.channels in shop.yaml
  payment_method: bank_transfer   # or credit_card, whose email contains the link to pay
  country: NL
  address: { street: Zandpad 12, postal_code: 4325 AB, city: Noorderzand }
  shipping: { name: Ada Lovelace, country: NL, address: { ... } }   # optional; default: as above
  voucher: LARK20                 # optional
  terms_accepted: false           # false: an email asks the customer to accept them
  items:
    - { item: sandlark-pass, full_name: Ada Lovelace, email: ada@example.org, age: 35-49 }
    - { item: coach-amsterdam, full_name: Ada Lovelace, email: ada@example.org, departure: friday-morning }
    - { item: poster-a2, quantity: 2 }

The rules of the checkout apply. Record cash afterwards with "payments record".`;

/** Reads an order from a file. Reports every mistake with its line. */
export async function readOrderFile(file: string): Promise<Omit<OrderForCustomer, 'actor'>> {
  const { yaml, mistakes } = parseYaml(file, await contentOf(file));
  const checked = yaml ? checkShape(orderFile, yaml) : { value: null, mistakes: [] };
  const all = [...mistakes, ...checked.mistakes];
  if (!checked.value) throw new UsageProblem(all.map(describeMistake).join('\n'));
  const order = checked.value;
  return {
    customer: { email: order.customer.email, fullName: order.customer.full_name },
    channel: order.channel,
    paymentMethod: order.payment_method ?? null,
    country: order.country,
    address: order.address,
    shipping: order.shipping
      ? {
          name: order.shipping.name ?? order.customer.full_name,
          country: order.shipping.country,
          address: order.shipping.address,
        }
      : null,
    voucherCode: order.voucher ?? null,
    acceptedTerms: order.terms_accepted,
    items: order.items.flatMap(({ item, quantity, full_name: fullName, ...rest }) =>
      Array.from({ length: quantity }, () => ({
        externalCode: item,
        holder:
          fullName === undefined
            ? null
            : {
                fullName,
                email: rest.email ?? order.customer.email,
                age: rest.age ?? null,
                departure: rest.departure ?? null,
              },
      })),
    ),
  };
}

/** Returns a file's text; `-` is the standard input. */
export async function contentOf(file: string): Promise<string> {
  try {
    return file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  } catch {
    throw new UsageProblem(`${file} cannot be read.`);
  }
}

import { minor } from '#kernel/money.ts';
import type { PaymentGateway, PaymentToStart, StartRequest } from '../gateway.ts';
import type { MonriConfig } from './monri-config.ts';
import { formDigest } from './monri-digests.ts';

/** Monri counts all of these in hundredths, and takes no others. */
export const CURRENCIES = ['EUR', 'USD', 'BAM'];
const SMALLEST = minor(100);
const LARGEST = minor(99_999_999_999);
const LONGEST_EMAIL = 100;

export function whyNotPayableAtMonri(payment: PaymentToStart): ReturnType<PaymentGateway['whyNotStart']> {
  const { amount, currency, currencyDigits, customer, billing } = payment;
  if (!CURRENCIES.includes(currency) || currencyDigits !== 2) return { kind: 'currency_not_taken' };
  if (amount < SMALLEST) return { kind: 'too_small', minimum: SMALLEST };
  if (amount > LARGEST) return { kind: 'too_large', maximum: LARGEST };
  if (!takesEmail(customer.email)) return { kind: 'email_too_long', maximum: LONGEST_EMAIL };
  const needed = {
    full_name: customer.fullName,
    address: billing.address,
    city: billing.city,
    postal_code: billing.postalCode,
  } as const;
  for (const [field, text] of Object.entries(needed)) {
    if (tidy(text) === '') return { kind: 'details_missing', field: field as keyof typeof needed };
  }
  return null;
}

/** The fields of Monri's payment page, signed. */
export function monriForm(config: MonriConfig, request: StartRequest): Record<string, string> {
  const { reference, currency, customer, billing, description } = request;
  const refusal = whyNotPayableAtMonri(request);
  if (refusal) throw new Error(`Monri does not take the payment ${reference}: ${refusal.kind}`);
  const amount = String(request.amount);
  return {
    ch_full_name: fitText(customer.fullName, 3, 30),
    ch_address: fitText(billing.address, 3, 100),
    ch_city: fitText(billing.city, 3, 30),
    ch_zip: fitText(postalCode(billing.postalCode), 3, 9),
    ch_country: billing.country,
    ch_phone: config.phone,
    ch_email: customer.email,
    order_info: fitText(description, 3, 100),
    order_number: reference,
    amount,
    currency,
    language: monriLanguage(request.language),
    transaction_type: 'purchase',
    authenticity_token: config.token,
    digest: formDigest(config.keys[0], { orderNumber: reference, amount, currency }),
    success_url_override: request.returnUrl,
    cancel_url_override: request.cancelUrl,
    callback_url_override: request.callbackUrl,
    ...(request.savesMethod && config.savedCards !== 'no' && { tokenize_pan: '1' }),
  };
}

/** Monri's pages have four languages; `ba` serves Bosnian, Serbian and Montenegrin. */
export function monriLanguage(tag: string): string {
  const language = tag.toLowerCase().split('-')[0]!;
  if (language === 'hr' || language === 'es') return language;
  return ['bs', 'sr', 'sh', 'cnr'].includes(language) ? 'ba' : 'en';
}

/** A longer address cannot be shortened: it would belong to somebody else. */
export const takesEmail = (email: string): boolean => email.length <= LONGEST_EMAIL;

const segmenter = new Intl.Segmenter();

/** Cuts between letters as readers see them. Very short texts, such as a town called Y, are padded with dots. */
export function fitText(text: string, shortest: number, longest: number): string {
  let cut = '';
  for (const { segment } of segmenter.segment(tidy(text))) {
    if (cut.length + segment.length > longest) break;
    cut += segment;
  }
  return cut.trim().padEnd(shortest, '.');
}

const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/** Monri takes at most nine characters; `12345-6789` is longer. */
const postalCode = (text: string): string => (text.length > 9 ? text.replaceAll(/[\s-]/g, '') : text);

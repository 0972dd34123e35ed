import { useEffect, useEffectEvent, useState } from 'react';
import { announce } from '#browser/announcer.ts';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { useForm } from '#browser/use-form.ts';
import { useSpokenChanges } from '#browser/use-spoken-changes.ts';
import type { Cart, CartProduct } from '#features/cart/contract.ts';
import { planInCart } from '#features/cart/domain/cart-plan.ts';
import { useCartStore } from '#features/cart/shop/public.tsx';
import { type EventTimes, earliestBeginning, timesOfUse } from '#features/catalogue/domain/times-of-use.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentMethod } from '#features/orders/domain/payment-methods.ts';
import type { PlanStep } from '#features/payment-plans/domain/schedule.ts';
import type { PaymentAction } from '#features/payments/contract.ts';
import { type OrderTotals, orderTotals } from '#features/pricing/domain/order-totals.ts';
import { useShownTerms } from '#features/terms/shop/public.tsx';
import { track } from '#features/tracking/shop/public.tsx';
import type { Voucher } from '#features/vouchers/contract.ts';
import { type Language, markedText } from '#kernel/language.ts';
import { formatMoney } from '#kernel/money.ts';
import type { Problem } from '#kernel/problem.ts';
import type { SummaryError } from '#ui/error-summary.tsx';
import { useLanguage } from '#ui/language.ts';
import { firstCountry } from '../domain/first-country.ts';
import { chosenMethod, isTooLateForTransfer, paymentMethods } from '../domain/payment-method.ts';
import { checkoutProblems, whyCheckoutIsDisabled } from '../domain/validate-checkout.ts';
import { checkoutSentence, disabledTexts, inOneSentence } from '../words/checkout-problems.ts';
import { FIELD_MISSING } from '../words/missing-fields.ts';
import { checkoutDrafts } from './checkout-draft.ts';
import {
  type CheckoutField,
  type CheckoutFormState,
  type CheckoutValues,
  checkoutForm,
  firstValues,
  problemsOnPage,
} from './checkout-values.ts';
import { type InvoiceState, useInvoice } from './use-invoice.ts';

const APPLY_VOUCHER = markedText('Please apply your voucher code or clear the field.');

export interface Checkout {
  form: CheckoutFormState;
  errors: readonly SummaryError[];
  figures: InvoiceState;
  totals: OrderTotals;
  voucher: Voucher | null;
  setVoucher: (voucher: Voucher | null) => void;
  /** The steps of the cart's plan item, or null. */
  plan: readonly PlanStep[] | null;
  hasMerchandise: boolean;
  /** The country of delivery; may be empty. */
  shippingCountry: string;
  canShip: boolean;
  possibleMethods: readonly PaymentMethod[];
  method: PaymentMethod | null;
  isTooLateForTransfer: boolean;
  /** Whether the box was cleared because there are new terms. */
  mustReadNewTerms: boolean;
  /** Null if the button is enabled. */
  disabledReason: string | null;
}

/**
 * The state of the checkout: its form, its figures and the facts derived from them. The rules are in the domain, as on
 * the server.
 */
export function useCheckout(cart: Cart, onPlaced: (order: Order, action: PaymentAction | null) => void): Checkout {
  const language = useLanguage();
  const { text, translate } = language;
  const { config, country: countryGuess, customer } = useBundle();
  if (!customer) throw new Error('The checkout needs a customer');
  const store = useCartStore();
  const session = useSessionStore();
  const hasMerchandise = cart.merchandise.length > 0;
  const begins = earliestBeginning(cart.products.map((product) => timesOf(product, config.events)));
  const cartTime = new Date(cart.now);
  const [draft] = useState(() => {
    const known = { saved: customer.country, guessed: countryGuess, operator: config.operatorCountry };
    const unpaid = { totalBeforeDiscount: cart.total_price, discount: 0, begins };
    const country = firstCountry(known, {
      countries: config.countries.map(({ code }) => code),
      shippingCountries: config.shippingCountries,
      hasMerchandise,
      canPay: (one) => paymentMethods(unpaid, one, config, cartTime).length > 0,
    });
    return checkoutDrafts.restore(customer, { values: firstValues(customer, country, config), voucher: null });
  });
  const [voucher, setVoucher] = useState<Voucher | null>(draft.voucher);
  const plan = planInCart(cart);
  // Vouchers cannot be used with a plan.
  const usedVoucher = plan ? null : voucher;

  const form = useForm<CheckoutValues>({
    initial: draft.values,
    validate: (values) => {
      const problems = checkoutProblems(filled(values), factsOf(filled(values)), { terms: true, eachLine: true });
      const forgotten = !plan && !voucher && values.voucher_code.trim() !== '';
      const voucherProblem = { field: 'voucher_code', message: translate(APPLY_VOUCHER) };
      const shown = problemsOnPage(problems, values).map((problem) => ({
        field: problem.field,
        message: translate(checkoutSentence(problem)),
        ...(problem.kind === 'lines_missing' && { atField: translate(FIELD_MISSING) }),
      }));
      return [...(forgotten ? [voucherProblem] : []), ...shown] as Problem<CheckoutField>[];
    },
    submit: async (values) => {
      const request = filled(values);
      announce(text('Placing your order'));
      // Tracked before the call, because after its answer the browser leaves for the payment provider.
      track('AddPaymentInfo', itemsIn(cart), { value: totals.totalPrice, onceFor: cart.code });
      try {
        const { order, payment } = await call('checkout-cart', {
          cart: cart.code,
          customer: { country: request.country, address: request.address },
          order: {
            payment_method: request.paymentMethod,
            shipping_name: request.shippingName,
            shipping_country: hasMerchandise ? request.shippingCountry : '',
            shipping_address: hasMerchandise ? request.shippingAddress : {},
            accepted_ts_and_cs: request.acceptedTerms,
            terms_version: values.terms_version,
            save_card: plan !== null && method === 'credit_card' && values.save_card,
          },
          voucher_code: usedVoucher?.code ?? null,
        });
        onPlaced(order, payment);
      } catch (error) {
        // The cart has expired: for a cart that became an order, the call would return that order.
        if (error instanceof ApiError && error.status === 410) store.expire();
        // The shop has changed since this page was loaded, such as its terms.
        if (error instanceof ApiError && error.status === 409) await session.load();
        throw error;
      }
    },
  });

  const mustReadNewTerms = useShownTerms(
    { isChecked: form.values.accepted_ts_and_cs, version: form.values.terms_version },
    (shown) => {
      form.setValue('accepted_ts_and_cs', false);
      form.setValue('terms_version', shown);
    },
  );

  const { ship_to_billing: isSameAddress } = form.values;
  const shippingCountry = isSameAddress ? form.values.country : form.values.shipping_country;
  const figures = useInvoice(cart, hasMerchandise ? shippingCountry : form.values.country);
  const canShip = !hasMerchandise || (figures.invoice?.shipping ?? null) !== null;
  const totals = orderTotals(
    [...cart.products, ...cart.merchandise],
    figures.invoice?.shipping?.price ?? 0,
    usedVoucher?.discount_amount ?? 0,
  );
  const toPay = {
    totalBeforeDiscount: totals.itemsTotal + totals.shippingAmount,
    discount: totals.discountAmount,
    begins,
  };
  const possibleMethods = paymentMethods(toPay, form.values.country, config, cartTime);
  const method = chosenMethod(possibleMethods, (form.values.payment_method || null) as PaymentMethod | null);

  function filled(values: CheckoutValues) {
    return checkoutForm(values, config, customer as NonNullable<typeof customer>, method);
  }
  function factsOf({ shippingCountry: country }: { shippingCountry: string }) {
    return {
      addressLines: config.addressLines,
      countries: config.countries.map(({ code }) => code),
      hasMerchandise,
      // Unknown while the figures are still for another country; the server will check.
      canShip: figures.country === country ? canShip : true,
      paymentMethods: possibleMethods,
    };
  }

  const trackCheckoutStart = useEffectEvent((code: string) =>
    track('InitiateCheckout', itemsIn(cart), { onceFor: code }),
  );
  useEffect(() => trackCheckoutStart(cart.code), [cart.code]);
  useEffect(() => checkoutDrafts.keep(customer, { values: form.values, voucher }), [customer, form.values, voucher]);
  useSpokenChanges(
    figures.loading ? null : text('New total {total}', { total: formatMoney(totals.totalPrice, config) }),
  );

  const disabled = whyCheckoutIsDisabled(
    { loading: figures.loading, failed: figures.failed, country: form.values.country },
    { hasMerchandise, canShip, paymentMethods: possibleMethods, shippingCountry },
  );
  return {
    form,
    errors: withParts(language, inOneSentence(forSummary(form.errors), config.addressLines, { translate })),
    figures,
    totals,
    voucher: usedVoucher,
    setVoucher,
    plan,
    hasMerchandise,
    shippingCountry,
    canShip,
    possibleMethods,
    method,
    isTooLateForTransfer: isTooLateForTransfer(toPay, form.values.country, config, cartTime),
    mustReadNewTerms,
    disabledReason: disabled && translate(disabledTexts[disabled]),
  };
}

/**
 * Errors that are shown at their own fields need no summary. If an error concerns several fields or none, the summary
 * lists all errors, because a partial list would look complete.
 */
const forSummary = (errors: CheckoutFormState['errors']) =>
  errors.some(({ fieldId, atField }) => fieldId === undefined || atField !== undefined) ? errors : [];

/** Adds the name of the address to messages that are the same for both addresses. */
const withParts = ({ text }: Language, errors: CheckoutFormState['errors']): SummaryError[] =>
  errors.map((error) => {
    if (errors.filter(({ message }) => message === error.message).length === 1) return error;
    return { ...error, part: error.field?.startsWith('shipping') ? text('Shipping address') : text('Billing address') };
  });

const timesOf = ({ event_id: eventId, travel_time: travelTime }: CartProduct, events: readonly EventTimes[]) =>
  timesOfUse({ eventId, travelTime }, events);

const itemsIn = (cart: Cart) => [...cart.products, ...cart.merchandise];

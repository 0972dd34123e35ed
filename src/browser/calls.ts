import type { z } from 'zod';
import type * as cart from '#features/cart/contract.ts';
import type * as catalogue from '#features/catalogue/contract.ts';
import type * as checkout from '#features/checkout/contract.ts';
import type * as customers from '#features/customers/contract.ts';
import type * as payments from '#features/payments/contract.ts';
import type * as portal from '#features/portal/contract.ts';
import type * as pricing from '#features/pricing/contract.ts';
import type * as refunds from '#features/refunds/contract.ts';
import type * as terms from '#features/terms/contract.ts';
import type * as tickets from '#features/tickets/contract.ts';
import type * as userData from '#features/user-data/contract.ts';
import type * as vouchers from '#features/vouchers/contract.ts';

/** The calls that the browser makes, by the last part of their path. */
interface Contracts {
  'accept-terms-and-conditions': typeof terms.acceptTermsAndConditions;
  'add-merchandise-to-cart': typeof cart.addMerchandiseToCart;
  'add-product-to-cart': typeof cart.addProductToCart;
  'calculate-invoice': typeof pricing.calculateInvoice;
  'cancel-refund': typeof refunds.cancelRefund;
  'change-ticket': typeof tickets.changeTicket;
  'checkout-cart': typeof checkout.checkoutCart;
  'email-tickets': typeof tickets.emailTickets;
  'extend-cart': typeof cart.extendCart;
  'get-cart': typeof cart.getCart;
  'get-data': typeof userData.getData;
  'get-entry-tickets': typeof portal.getEntryTickets;
  'get-older-orders': typeof portal.getOlderOrders;
  'get-older-refunds': typeof portal.getOlderRefunds;
  'get-order': typeof portal.getOrder;
  'get-payment-plan-order-payment': typeof payments.getPaymentPlanOrderPayment;
  'get-refund-ways': typeof refunds.getRefundWays;
  'get-saved-cards': typeof portal.getSavedCards;
  'get-shop-item': typeof catalogue.getShopItem;
  'get-terms-and-conditions-order': typeof terms.getTermsAndConditionsOrder;
  login: typeof customers.login;
  'login-with-link': typeof customers.loginWithLink;
  'confirm-email': typeof customers.confirmEmail;
  logout: typeof customers.logout;
  'pay-payment-plan-order-payment': typeof payments.payPaymentPlanOrderPayment;
  'remove-saved-card': typeof payments.removeSavedCard;
  register: typeof customers.register;
  'remove-merchandise-from-cart': typeof cart.removeMerchandiseFromCart;
  'remove-product-from-cart': typeof cart.removeProductFromCart;
  'request-password-reset': typeof customers.requestPasswordReset;
  'request-refund': typeof refunds.requestRefund;
  'give-refund-account': typeof refunds.giveRefundAccount;
  'reset-password': typeof customers.resetPassword;
  'set-travel-time': typeof tickets.setTravelTime;
  'show-tickets': typeof tickets.showTickets;
  'switch-to-bank-transfer': typeof checkout.switchToBankTransfer;
  'update-product-in-cart': typeof cart.updateProductInCart;
  'update-settings': typeof customers.updateSettings;
  'validate-voucher': typeof vouchers.validateVoucher;
}

export type CallName = keyof Contracts;
export type CallRequest<Name extends CallName> = z.input<Contracts[Name]['request']>;
/** The answer of a call, with `data` if the call returns the user data. */
export type CallAnswer<Name extends CallName> = z.output<Contracts[Name]['answer']> & { data?: userData.UserData };

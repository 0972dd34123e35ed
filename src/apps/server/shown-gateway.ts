/**
 * Reports when the shop folder and the environment, which are set separately, name different payment providers: the
 * footer would show the badges of a provider that takes no payments. Null when they agree.
 */
export function shownGatewayNote(shown: string, used: string): string | null {
  if (shown === used) return null;
  return `payments go to ${used} (PAYMENT_GATEWAYS), but the footer shows ${shown} (payment.gateway in shop.yaml)`;
}

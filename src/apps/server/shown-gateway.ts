/**
 * What is wrong when the shop folder and the environment name different payment providers, which are set apart from each other: the footer
 * would show the badges of one that takes no payment. Null when they agree.
 */
export function shownGatewayNote(shown: string, used: string): string | null {
  if (shown === used) return null;
  return `payments go to ${used} (PAYMENT_GATEWAY), but the footer shows ${shown} (payment.gateway in shop.yaml)`;
}

/** Links of the shop that open something without a login have their secret in the path or behind the #. */
const OPENS_WITHOUT_LOGIN = /\/(payment-plan-payment|accept-tcs)\/|\/portal\/tickets\/[^"'\s<>]*#/;

interface StoredMail {
  readonly html: string | null;
  /** Set until the mail is sent. */
  readonly draft: object | null;
  readonly attachments: readonly { readonly kind: string }[];
}

/** Whether the mail opens an order or a ticket for anybody who reads it. */
export const carriesSecret = ({ html, draft, attachments }: StoredMail): boolean =>
  attachments.some(({ kind }) => kind === 'ticket') || OPENS_WITHOUT_LOGIN.test(html ?? JSON.stringify(draft));

const ADDRESS = /https?:\/\/[^\s"'<>]+/g;

/** Keeps the host and the first part of the path. */
const shortened = (address: string): string => /^https?:\/\/[^/]+(\/[^/?#]+)?/.exec(address)![0];

/**
 * A mail as it was sent, for staff: its links lead nowhere, and neither their secrets nor these codes are in it. The
 * office's pages allow no styles within HTML, so styles are in `data-style` and sheets in templates; the page sets
 * them.
 */
export function shownMail(html: string, codes: readonly string[]): string {
  const withoutLinks = html
    .replace(/\shref=("[^"]*"|'[^']*')/g, '')
    .replace(/\sstyle=/g, ' data-style=')
    .replace(/<style[^>]*>/gi, '<template>')
    .replaceAll('</style>', '</template>')
    .replace(/<(script|iframe|object|embed|form|base|meta http-equiv)[^>]*>/gi, '');
  const withoutAddresses = withoutLinks.replace(ADDRESS, (address, at: number) =>
    // Pictures keep theirs.
    /src=["']$/.test(withoutLinks.slice(Math.max(0, at - 5), at)) || shortened(address) === address
      ? address
      : `${shortened(address)}/…`,
  );
  return codes.reduce((text, code) => text.replaceAll(code, '•••••'), withoutAddresses);
}

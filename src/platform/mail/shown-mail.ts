/** The shop's links that work without a login have their secret in the path or after the #. */
const OPENS_WITHOUT_LOGIN = /\/(payment-plan-payment|accept-tcs)\/|\/portal\/tickets\/[^"'\s<>]*#/;

interface StoredMail {
  readonly html: string | null;
  /** Set until the mail is sent. */
  readonly draft: object | null;
  readonly attachments: readonly { readonly kind: string }[];
}

/** Whether anybody who reads the mail can open an order or a ticket with it. */
export const carriesSecret = ({ html, draft, attachments }: StoredMail): boolean =>
  attachments.some(({ kind }) => kind === 'ticket') || OPENS_WITHOUT_LOGIN.test(html ?? JSON.stringify(draft));

const ADDRESS = /https?:\/\/[^\s"'<>]+/g;

/** Keeps the host and the first part of the path. */
const shortened = (address: string): string => /^https?:\/\/[^/]+(\/[^/?#]+)?/.exec(address)![0];

/**
 * A mail as it was sent, to be read by staff: its links lead nowhere, and it contains neither their secrets nor these
 * codes. Pictures of codes are replaced by their descriptions. The office's pages allow no inline styles, so styles are
 * moved to `data-style` and style sheets to templates, and the page sets them.
 */
export function shownMail(html: string, codes: readonly string[]): string {
  const withoutLinks = html
    .replace(/\ssrc="cid:[^"]*"/g, '')
    .replace(/\shref=("[^"]*"|'[^']*')/g, '')
    .replace(/\sstyle=/g, ' data-style=')
    .replace(/<style[^>]*>/gi, '<template>')
    .replaceAll('</style>', '</template>')
    .replace(/<(script|iframe|object|embed|form|base|meta http-equiv)[^>]*>/gi, '');
  const withoutAddresses = withoutLinks.replace(ADDRESS, (address, at: number) =>
    // Pictures keep their addresses.
    /src=["']$/.test(withoutLinks.slice(Math.max(0, at - 5), at)) || shortened(address) === address
      ? address
      : `${shortened(address)}/…`,
  );
  return codes.reduce((text, code) => text.replaceAll(code, '•••••'), withoutAddresses);
}

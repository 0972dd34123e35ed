import { createHmac } from 'node:crypto';
import type { LinkCodes, LinkPurpose } from '#kernel/link-purposes.ts';
import { isSameSecret } from './hashes.ts';
import { readableDigest } from './random-codes.ts';

/** What the codes of an order's links are made from. */
export interface LinkedOrder {
  /** Opens every link of the order. Only its owner receives it, and links that were mailed before each had a code of its own. */
  readonly checksum: string;
}

/** 26 readable characters: 128 bits. */
const LINK_CODE_LENGTH = 26;
/** Part of what is hashed: another scheme makes other codes. */
const VERSION = 1;

/** The code of a link that opens one thing of an order; it tells nothing about the code of another purpose. */
export const linkCode = ({ checksum }: LinkedOrder, purpose: LinkPurpose): string =>
  readableDigest(createHmac('sha256', checksum).update(`link:${VERSION}:${purpose}`).digest(), LINK_CODE_LENGTH);

export const linkCodes = (order: LinkedOrder): LinkCodes => ({
  payment_checksum: linkCode(order, 'payment'),
  terms_checksum: linkCode(order, 'terms'),
  invoice_checksum: linkCode(order, 'invoice'),
  calendar_checksum: linkCode(order, 'calendar'),
});

/** Whether a code opens a link of the order for this purpose, in a time that says neither where it differs nor whether there is an order. */
export function opensLink<Found extends LinkedOrder>(
  order: Found | null | undefined,
  purpose: LinkPurpose,
  code: string,
): order is Found {
  const { checksum } = order ?? NOBODYS;
  const isOfPurpose = isSameSecret(linkCode({ checksum }, purpose), code);
  const isOfAll = isSameSecret(checksum, code);
  return (isOfPurpose || isOfAll) && order !== null && order !== undefined;
}

const NOBODYS: LinkedOrder = { checksum: '' };

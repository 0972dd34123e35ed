import { createHmac } from 'node:crypto';
import type { LinkCodes, LinkPurpose } from '#kernel/link-purposes.ts';
import { isSameSecret } from './hashes.ts';
import { readableDigest } from './random-codes.ts';

export interface LinkedOrder {
  /**
   * Opens every link of the order. Only the order's owner receives it. Links made before each purpose had its own code
   * still contain it.
   */
  readonly checksum: string;
}

/** 26 readable characters: 128 bits. */
const LINK_CODE_LENGTH = 26;
/** Part of the hashed text, so that a new scheme yields other codes. */
const VERSION = 1;

/** Returns the code of a link that opens one thing of an order. It reveals nothing about codes for other purposes. */
export const linkCode = ({ checksum }: LinkedOrder, purpose: LinkPurpose): string =>
  readableDigest(createHmac('sha256', checksum).update(`link:${VERSION}:${purpose}`).digest(), LINK_CODE_LENGTH);

export const linkCodes = (order: LinkedOrder): LinkCodes => ({
  payment_checksum: linkCode(order, 'payment'),
  terms_checksum: linkCode(order, 'terms'),
  invoice_checksum: linkCode(order, 'invoice'),
  calendar_checksum: linkCode(order, 'calendar'),
});

/**
 * Whether the code is that of the link or the order's checksum. The timing reveals neither where the code differs nor
 * whether the order exists.
 */
export function opensLink<Found extends LinkedOrder>(
  order: Found | null | undefined,
  purpose: LinkPurpose,
  code: string,
): order is Found {
  const { checksum } = order ?? NO_ORDER;
  const opensThis = isSameSecret(linkCode({ checksum }, purpose), code);
  const opensAll = isSameSecret(checksum, code);
  return (opensThis || opensAll) && order !== null && order !== undefined;
}

const NO_ORDER: LinkedOrder = { checksum: '' };

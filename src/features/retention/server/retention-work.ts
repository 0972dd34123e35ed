import { wipeImports } from '#features/bank-statements/server/public.ts';
import { deleteBooksFiles } from '#features/books/server/public.ts';
import { deleteNotesOfErasedCustomers } from '#features/desk/server/public.ts';
import { wipeBuyers } from '#features/invoices/server/public.ts';
import { wipeOldOrders, wipeUnpaidOrders } from '#features/orders/server/public.ts';
import { wipeActions, wipeDeclineReasons, wipeReceiptWords } from '#features/payments/server/public.ts';
import { eraseBankDetails } from '#features/refunds/server/public.ts';
import type { Db } from '#platform/db/db.ts';
import { wipeOldMails } from '#platform/mail/outbox-store.ts';
import type { DueWork } from '#platform/work/due-work.ts';
import { type Cutoffs, cutoffs } from '../domain/cutoffs.ts';
import { defaultRetention, type Retention } from '../domain/retention.ts';
import { wipeHolders } from './wipe-holders.ts';

/** The shop folder's setting; without it the defaults apply. */
interface ShopWithRetention {
  readonly public: { readonly timezone: string };
  readonly private: { readonly retention?: Retention };
}

export interface RetentionParts {
  readonly db: Db;
  readonly loadShop: () => Promise<ShopWithRetention>;
  /** A keyed hash, so that nobody can find an address by trying candidates. */
  readonly hashOfRecipient: (email: string) => Buffer;
}

/** Rows per transaction, few enough that nobody waits long for their locks. */
const AT_ONCE = 200;
/** Each import can have thousands of lines. */
const IMPORTS_AT_ONCE = 5;
const EVERY_MS = 10 * 60_000;

/** Deletes personal data when its time is up. The statements belong to the features that own the data. */
export function retentionWork({ db, loadShop, hashOfRecipient }: RetentionParts): DueWork[] {
  const wiping = (name: string, kind: keyof Cutoffs, wipe: (before: Date, now: Date) => Promise<number>): DueWork => ({
    name,
    everyMs: EVERY_MS,
    async run(now) {
      const shop = await loadShop();
      const before = cutoffs(shop.private.retention ?? defaultRetention, now, shop.public.timezone)[kind];
      return before ? await wipe(before, now) : 0;
    },
  });
  return [
    wiping('wipe-mails', 'mails', (before, now) =>
      wipeOldMails(db, { before, limit: AT_ONCE, hashOf: hashOfRecipient }, now),
    ),
    wiping('wipe-payment-attempts', 'attempts', (before) => wipeActions(db, before, AT_ONCE)),
    wiping('wipe-decline-reasons', 'payments', (before) => wipeDeclineReasons(db, before, AT_ONCE)),
    wiping('wipe-words-of-receipts', 'payments', (before) => wipeReceiptWords(db, before, AT_ONCE)),
    wiping('wipe-statements', 'payments', (before, now) => wipeImports(db, before, IMPORTS_AT_ONCE, now)),
    wiping('wipe-bank-details', 'refunds', (before) => eraseBankDetails(db, before, AT_ONCE)),
    wiping('wipe-holders', 'holders', (before) => wipeHolders(db, before, AT_ONCE)),
    wiping('wipe-unpaid-orders', 'holders', (before) => wipeUnpaidOrders(db, before, AT_ONCE)),
    wiping('wipe-old-orders', 'invoices', (before) => wipeOldOrders(db, before, AT_ONCE)),
    // Runs after the work that wipes the orders' customers.
    wiping('delete-notes', 'holders', () => deleteNotesOfErasedCustomers(db, AT_ONCE)),
    wiping('wipe-buyers', 'invoices', (before) => wipeBuyers(db, before, AT_ONCE)),
    // The PDFs of the books name the same buyers.
    wiping('delete-books', 'invoices', (before) => deleteBooksFiles(db, before)),
  ];
}

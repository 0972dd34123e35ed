import type { Retention } from '#features/retention/domain/retention.ts';
import type { PublicConfig } from '../contract.ts';

export interface ShippingRate {
  readonly name: string;
  readonly type: string;
  /** Minor units, taxes included. */
  readonly price: number;
}

/** What the server needs to know of the shop and no visitor does. */
export interface PrivateConfig {
  /** Stands before the six characters of an order code: `SLK` makes `SLK-2H9C4T`. */
  readonly orderPrefix: string;
  /** Channels that orders come by, key to label; `web` is always there. */
  readonly channels: Readonly<Record<string, string>>;
  readonly cardHoldMinutes: number;
  /** How long a card order that the operator took waits for the customer to pay by the mailed link. */
  readonly cardLinkHours: number;
  readonly bankTransferDays: number;
  readonly bankTransferGraceDays: number;
  /** A transfer's whole time, grace included, must end this many days before the first event or departure. */
  readonly bankTransferDaysBeforeEvent: number;
  readonly planGraceDays: number;
  /** What happens to a plan overdue past its grace. */
  readonly planOverdue: 'wait' | 'cancel';
  /** Whether a refunded unit returns to sale. */
  readonly restockRefunds: boolean;
  /** Absent in a shop that was imported before this existed. */
  readonly retention?: Retention;
  /** The account that refunds are paid from, as banks store its numbers. */
  readonly payer?: { readonly bankIban: string | null; readonly bankBic: string | null };
  /** By ISO country code; a country without an entry is not shipped to. */
  readonly shippingRates: Readonly<Record<string, ShippingRate>>;
  /** What an item is taxed at unless it says otherwise; 900 is 9 percent. Items carry their own. */
  readonly taxBasisPoints: { readonly tickets: number; readonly merchandise: number };
  /** For merchandise without a rate of its own, by ISO code of the country of delivery; other countries have `taxBasisPoints`. */
  readonly taxByCountry?: Readonly<Record<string, number>>;
  readonly mailSender: { readonly name: string; readonly email: string };
  readonly invoice: {
    /** The seller as it stands on the invoice. */
    readonly seller: readonly string[];
    readonly vatNumber: string | null;
    readonly registrationNumber: string | null;
    readonly note: string | null;
    /**
     * Whether each payment of a plan gets an invoice of its own. Absent, which means no, in a shop that was imported before this
     * existed.
     */
    readonly advancePayments?: boolean;
  };
  /** The terms that an order accepts now. */
  readonly termsVersionId: number;
  /** ISO date that the folder's relative dates count from. */
  readonly dayZero: string;
}

export interface Shop {
  readonly public: PublicConfig;
  readonly private: PrivateConfig;
  /** When the folder was last imported. */
  readonly importedAt: Date;
  /** Goes up with every import that changed something. */
  readonly version: number;
  /** The same as text: names the imported catalogue, not its stock. */
  readonly catalogueVersion: string;
}

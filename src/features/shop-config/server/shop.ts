import type { Retention } from '#features/retention/domain/retention.ts';
import type { PublicConfig } from '../contract.ts';
import type { CsvMap } from '../domain/statement-csv.ts';

export interface ShippingRate {
  readonly name: string;
  readonly type: string;
  /** In minor units, taxes included. */
  readonly price: number;
}

/** Never sent to visitors. */
export interface PrivateConfig {
  /** `SLK` in `SLK-2H9C4T`. */
  readonly orderPrefix: string;
  /** Labels of sales channels by key; `web` always exists. */
  readonly channels: Readonly<Record<string, string>>;
  readonly cardHoldMinutes: number;
  /** How long a card order taken by the operator waits for the customer to pay by the emailed link. */
  readonly cardLinkHours: number;
  readonly bankTransferDays: number;
  readonly bankTransferGraceDays: number;
  /**
   * The payment period of a transfer, including grace, must end at least this many days before the first event or
   * departure.
   */
  readonly bankTransferDaysBeforeEvent: number;
  readonly planGraceDays: number;
  /** What happens to a plan that is overdue past its grace period. */
  readonly planOverdue: 'wait' | 'cancel';
  /** Whether a refunded unit returns to sale. */
  readonly restockRefunds: boolean;
  /** Absent in shops imported before it existed. */
  readonly retention?: Retention;
  /** `ask`: customers can have a refund paid back to the card. Absent: `bank`. */
  readonly refundWay?: 'bank' | 'ask';
  /** A refund file above this sum needs a second member of staff. Absent: none does. Minor units. */
  readonly secondPersonAbove?: number;
  /** The account that refunds are paid from; numbers without spaces, in capitals. */
  readonly payer?: { readonly bankIban: string | null; readonly bankBic: string | null };
  /** Absent unless the shop folder has settings for imported bank statements. */
  readonly bankStatements?: {
    /** IBANs without spaces, in addition to those of transfers and refunds. */
    readonly accounts: readonly string[];
    readonly csv: Readonly<Record<string, CsvMap>>;
  };
  /** By ISO country code; the shop does not ship to countries without an entry. */
  readonly shippingRates: Readonly<Record<string, ShippingRate>>;
  /** Default tax rates; 900 is 9 percent. Each item has its own. */
  readonly taxBasisPoints: { readonly tickets: number; readonly merchandise: number };
  /** For merchandise without its own rate, by ISO code of the country of delivery; the default is `taxBasisPoints`. */
  readonly taxByCountry?: Readonly<Record<string, number>>;
  /** The address for notices that something needs a person's attention. Absent: the operator's address. */
  readonly noticesEmail?: string;
  readonly mailSender: { readonly name: string; readonly email: string };
  readonly invoice: {
    /** Lines on the invoice. */
    readonly seller: readonly string[];
    readonly vatNumber: string | null;
    readonly registrationNumber: string | null;
    readonly note: string | null;
    /** Whether each payment of a plan has its own invoice. Absent (no) in shops imported before it existed. */
    readonly advancePayments?: boolean;
  };
  /** The terms that orders accept now. */
  readonly termsVersionId: number;
  /** ISO date that the folder's relative dates refer to. */
  readonly dayZero: string;
}

export interface Shop {
  readonly public: PublicConfig;
  readonly private: PrivateConfig;
  readonly importedAt: Date;
  /** Increases with every import that changed something. */
  readonly version: number;
  /** `version` as text: identifies the imported catalogue, not its stock. */
  readonly catalogueVersion: string;
}

import type { Order } from '#features/orders/contract.ts';
import type { Answer } from '../../support/shop-app.ts';
import type { OfficeShop } from './situations.ts';

export type Rival =
  | 'the customer pays at the open page'
  | 'the customer pays by a link'
  | 'the customer opens a payment page'
  | 'the customer waits for a transfer instead'
  | 'the customer asks for a refund'
  | 'the customer withdraws the request'
  | 'the customer gives the account'
  | 'the customer changes the holder'
  | 'the customer takes the last seat'
  | 'the customer checks out'
  | 'the customer removes the card'
  | 'the customer is deleted'
  | 'a transfer arrives'
  | 'the payer disputes'
  | 'the provider repeats its message'
  | 'due work continues'
  | 'a colleague cancels'
  | 'a colleague refunds'
  | 'a colleague books the money'
  | 'a colleague approves'
  | 'a colleague cancels the file'
  | 'a colleague marks it as paid'
  | 'a colleague marks it as returned'
  | 'a colleague starts the refund'
  | 'a colleague refuses the refund'
  | 'a colleague retries it'
  | 'a colleague changes the holder'
  | 'a colleague revives'
  | 'a colleague moves the part'
  | 'a colleague splits the part'
  | 'a colleague waives the part'
  | 'a colleague mails the link'
  | 'a colleague undoes the change'
  | 'a colleague ignores the line'
  | 'a colleague discards the statement'
  | 'a colleague stops'
  | 'a colleague invites them to another role'
  | 'a colleague withdraws the invitation';

export interface Situation {
  /** The request, without fingerprint and request key. */
  readonly body: object;
  /** The order that the request concerns. */
  readonly order?: Order;
  /** The order's open payment page. */
  readonly url?: string;
  /** A departure with one seat left. */
  readonly departure?: number;
  readonly refund?: string;
  readonly receipt?: number;
  readonly file?: string;
  readonly run?: number;
  /** The id of the last change of the order's plan. */
  readonly change?: number;
  /** A line of a statement. */
  readonly line?: { readonly import: number; readonly number: number };
  /** Checks out the cart as the customer. */
  readonly checkOut?: () => Promise<Answer>;
  /** Repeats the provider's message. */
  readonly repeatMessage?: () => Promise<unknown>;
}

export interface OfficeAction {
  /** Removes what earlier situations left. */
  before?(shop: OfficeShop): Promise<unknown>;
  given(shop: OfficeShop): Promise<Situation>;
  /**
   * Rivals in addition to a colleague who makes the same call. The first one is the customer or acts for them; every
   * run of the tests includes it.
   */
  readonly rivals: readonly [Rival, ...Rival[]];
  /** Whether repeating the call only adds to the audit log. By default it is refused. */
  readonly isRepeatable?: boolean;
  /** Fields of the request that its preview does not depend on. */
  readonly notPreviewed?: readonly string[];
}

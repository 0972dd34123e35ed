/* The conditions for the rows of a figure, shared by the figure and the list behind it. Their span begins at `$1` and
   ends at `$2`. */

/** Orders placed in the span that have not ended. */
export const SOLD = `o.created_at >= $1 and o.created_at < $2 and not o.stock_released`;

/** The condition for each row of `span`, which has the columns `since` and `until`. */
export const inSpan = (condition: string): string => condition.replace('$1', 'span.since').replace('$2', 'span.until');

/** Entries on the accounts that hold the shop's own money, in its own currency. */
export const OWN_MONEY = `(e.account = 'bank' or (e.account like 'gateway:%' and e.account not like 'gateway:%:%'))`;

/** Entries of the shop's own money booked in the span, for any reason. */
export const OWN_MONEY_BOOKED = `t.booked_at >= $1 and t.booked_at < $2 and ${OWN_MONEY}`;

/**
 * Kinds of bookings. A transfer that was booked by mistake counts against what came in, and a refund that the bank
 * returned against what went out.
 */
export const KINDS_IN = `('payment', 'suspense', 'undone')`;
export const KINDS_OUT = `('refund_paid', 'returned', 'order_returned')`;

/** Instalments of plans under way that customers still have to pay, or are paying, and that are due before `$2`. */
export const OPEN_INSTALMENTS = `p.status in ('pending', 'processing', 'partial') and p.due_at < $2
  and o.has_payment_plan and o.payment_status = 'partial' and not o.stock_released`;

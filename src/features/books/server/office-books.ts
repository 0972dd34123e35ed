import { callerOf, type OfficeCallRegistry, writeAudit } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { OfficeDb } from '#platform/db/db.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import { isOver } from '../domain/books-month.ts';
import { booksClose, booksList, booksPart, booksPreview } from '../office-contract.ts';
import { countsOf, openCountsAt } from './books-rows-store.ts';
import { type ClosedMonth, closedMonths, firstBooking, partOf } from './books-store.ts';
import { type CloseRefusal, closeMonth } from './close-month.ts';
import { monthOf, monthSpan, monthsBetween } from './month-span.ts';

export interface OfficeBooksParts {
  readonly db: OfficeDb;
  readonly shop: () => Promise<{ readonly timezone: string }>;
}

const refusalOf = httpRefusals<CloseRefusal>({
  no_month: invalidFields([{ field: 'month', message: markedText('Please choose a month.') }]),
  not_over: conflict(markedText('This month can be closed an hour after its end.')),
});

export function addBooksCalls(calls: OfficeCallRegistry, { db, shop }: OfficeBooksParts): void {
  calls.add(booksList, async (_body, { now }) => {
    const { timezone } = await shop();
    return db.read(async (tx) => {
      const [first, closed] = await Promise.all([firstBooking(tx), closedMonths(tx)]);
      if (!first) return ok({ months: [] });
      const months = monthsBetween(monthOf(first, timezone), monthOf(now, timezone)).map((month) => {
        const found = closed.find((one) => one.month === month);
        if (found) return onWire(found);
        const state = isOver(monthSpan(month, timezone)!.until, now) ? ('closable' as const) : ('open' as const);
        return { month, state, closed_at: null, closed_by: null, sha256: null, size: null };
      });
      return ok({ months });
    });
  });

  calls.add(booksPreview, async ({ month }) => {
    const span = monthSpan(month, (await shop()).timezone);
    if (!span) return refuse(refusalOf({ kind: 'no_month' }));
    return db.read(async (tx) => {
      const counts = await countsOf(tx, span);
      const open = await openCountsAt(tx, span.until);
      const openOf = (kind: (typeof open)[number]['kind'], sign: 1 | -1) => {
        const { count, amount } = open.find((one) => one.kind === kind) ?? { count: 0, amount: 0 };
        return { count, amount: amount === 0 ? 0 : sign * amount };
      };
      return ok({
        bookings: counts.bookings,
        received: { count: counts.receipts, amount: counts.received },
        refunded: { count: counts.refunds, amount: counts.refunded },
        invoices: counts.invoices,
        credit_notes: counts.creditNotes,
        open: {
          orders: openOf('customer', 1),
          refunds: openOf('refunds_payable', -1),
          unassigned: openOf('suspense', -1),
        },
      });
    });
  });

  calls.add(booksClose, async ({ month }, context) => {
    const { timezone } = await shop();
    const { actor } = callerOf(context);
    const closed = await closeMonth({ db }, { month, timezone, actor }, context.now);
    return closed.ok ? ok(onWire(closed.value)) : refuse(refusalOf(closed.error));
  });

  calls.add(booksPart, async ({ month, position }, context) =>
    db.transaction(async (tx) => {
      const content = await partOf(tx, month, position);
      if (!content) return refuse(notFound);
      if (position === 0) {
        const { actor } = callerOf(context);
        await writeAudit(
          tx,
          { actor, action: 'books.taken', subject: month, details: {}, private: context.private },
          context.now,
        );
      }
      const isLast = (await partOf(tx, month, position + 1)) === undefined;
      return ok({ filename: `books-${month}.zip`, content: content.toString('base64'), is_last: isLast });
    }),
  );
}

const onWire = ({ month, closedAt, closedBy, madeAt, sha256, size, hasFile }: ClosedMonth) => ({
  month,
  state: madeAt === null ? ('making' as const) : hasFile ? ('made' as const) : ('deleted' as const),
  closed_at: toInstant(closedAt),
  closed_by: closedBy,
  sha256,
  size,
});

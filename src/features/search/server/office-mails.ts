import { sendMailsAgain } from '#features/desk/server/public.ts';
import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import { callerOf, type OfficeCallRegistry, type OfficeContext, writeAudit } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { conflict } from '#platform/http/refusal.ts';
import { MAIL_KINDS } from '#platform/mail/mail-kinds.ts';
import { retryMails } from '#platform/mail/outbox-store.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import type { MailFilter } from '../domain/mail-filter.ts';
import { MAX_MAILS } from '../domain/max-mails.ts';
import { mailsAgain, mailsCount, mailsList, mailsRetry } from '../office-contract/mails.ts';
import { PAGE } from './list-limits.ts';
import { countMails, type ListedMail, listMails, type MailsQuery, mailsToSend } from './list-mails-store.ts';
import {
  afterText,
  countOnWire,
  countsOf,
  foundOf,
  type ListParts,
  pageOf,
  readAfter,
  type WireFilter,
  withMoments,
} from './list-parts.ts';
import { MAIL_MATCHES } from './order-matches-store.ts';

/** Mails to staff say who was invited and whose sign-in changed. */
const STAFF_KINDS = ['staff-invite', 'staff-news'];

const nothing = conflict(markedText('None of these emails can be sent.'));
const tooMany = conflict(markedText('The list has more than 200 emails. Please narrow it.'));

export function addMailListCalls(
  calls: OfficeCallRegistry,
  { db, loadShop, previews }: ListParts & { readonly previews: PreviewParts },
): void {
  calls.add(mailsList, async ({ filter: requested, after }, context) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, requested, await loadShop(tx), context);
      const [rows, count] = await Promise.all([
        listMails(tx, { ...query, after: readAfter(after), limit: PAGE + 1 }),
        countMails(tx, query),
      ]);
      const { shown, next } = pageOf(rows);
      const kinds = MAIL_KINDS.filter((kind) => !query.hidden.includes(kind));
      return ok({ rows: shown.map(onWire), next: next && afterText(next), ...countOnWire(count), kinds: [...kinds] });
    }),
  );

  calls.add(mailsCount, async ({ filters }, context) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      return ok(
        await countsOf(filters, async (filter, max) => countMails(tx, await queryOf(tx, filter, shop, context), max)),
      );
    }),
  );

  /** Returns the mails of the list that an action is for. */
  const chosen = async (tx: Queryable, requested: WireFilter<MailFilter>, context: OfficeContext, again: boolean) =>
    mailsToSend(tx, await queryOf(tx, requested, await loadShop(tx), context), { again, limit: MAX_MAILS + 1 });

  calls.add(mailsRetry, async ({ filter, preview }, context) =>
    previewOrDo(previews, context, preview, {
      request: ['mails-retry', filter],
      orders: async () => [],
      run: async (inner) =>
        inner.transaction(async (tx) => {
          const mails = await chosen(tx, filter, context, false);
          if (mails.length === 0) return refuse(nothing);
          if (mails.length > MAX_MAILS) return refuse(tooMany);
          const ids = mails.map(({ id }) => id);
          const retried = await retryMails(tx, ids, context.now);
          const { actor } = callerOf(context);
          const details = { mails: retried.map(({ id }) => id) };
          await writeAudit(tx, { actor, action: 'mail.retried', subject: 'mails', details }, context.now);
          return ok({ mails: retried.map(({ kind, recipient, subject }) => ({ kind, to: recipient, subject })) });
        }),
    }),
  );

  calls.add(mailsAgain, async ({ filter, preview }, context) =>
    previewOrDo(previews, context, preview, {
      request: ['mails-again', filter],
      isRepeatable: true,
      orders: async (tx) => {
        const mails = await chosen(tx, filter, context, true);
        return [...new Set(mails.map(({ order }) => order!))];
      },
      run: async (inner) => {
        const mails = await chosen(inner, filter, context, true);
        if (mails.length > MAX_MAILS) return refuse(tooMany);
        const wanted = {
          mails: mails.map(({ id, order }) => ({ mailId: id, code: order! })),
          actor: callerOf(context).actor,
          private: context.private,
        };
        const sent = await sendMailsAgain({ db: inner }, wanted, context.now);
        return sent.ok ? ok({}) : refuse(nothing);
      },
    }),
  );
}

async function queryOf(
  tx: Queryable,
  requested: WireFilter<MailFilter>,
  shop: Shop,
  context: OfficeContext,
): Promise<MailsQuery> {
  const filter: MailFilter = withMoments(requested);
  const seesStaff = hasPermission(callerOf(context).session.roles, 'staff.manage');
  return { filter, found: await foundOf(tx, filter.text, shop, MAIL_MATCHES), hidden: seesStaff ? [] : STAFF_KINDS };
}

const onWire = (mail: ListedMail) => ({
  id: mail.id,
  kind: mail.kind,
  to: mail.to,
  subject: mail.subject,
  order: mail.order,
  status: mail.status,
  tries: mail.tries,
  last_error: mail.status === 'sent' ? null : mail.lastError,
  created_at: toInstant(mail.at),
  sent_at: toInstantOrNull(mail.sentAt),
  next_try_at: mail.status === 'waiting' ? toInstantOrNull(mail.nextTryAt) : null,
  is_readable: mail.isReadable,
  can_retry: mail.canRetry,
});

import { hiddenMailKinds } from '#features/operator-notices/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { callerOf, type OfficeCallRegistry, type OfficeContext } from '#features/staff/server/public.ts';
import { mailKindNames } from '#features/staff/words/mail-kind-names.ts';
import { spreadsheetTime } from '#kernel/dates.ts';
import { ok } from '#kernel/result.ts';
import type { Queryable } from '#platform/db/db.ts';
import { MAIL_KINDS } from '#platform/mail/mail-kinds.ts';
import { toInstant, toInstantOrNull } from '#wire/fields.ts';
import type { MailFilter } from '../domain/mail-filter.ts';
import { mailsCount, mailsExport, mailsList } from '../office-contract/mails.ts';
import { mailStatusNames } from '../words/mail-status-names.ts';
import { type ExportColumns, exportList } from './export-list.ts';
import { PAGE } from './list-limits.ts';
import { countMails, type ListedMail, listMails, type MailsQuery } from './list-mails-store.ts';
import {
  afterText,
  countOnWire,
  countsOf,
  foundOf,
  type ListParts,
  pageOf,
  placeByTime,
  readAfter,
  type WireFilter,
  withMoments,
} from './list-parts.ts';
import { MAIL_MATCHES } from './order-matches-store.ts';

export function addMailListCalls(calls: OfficeCallRegistry, { db, loadShop }: ListParts): void {
  calls.add(mailsList, async ({ filter: requested, sort, after }, context) =>
    db.read(async (tx) => {
      const query = await queryOf(tx, requested, await loadShop(tx), context);
      const [rows, count] = await Promise.all([
        listMails(tx, {
          ...query,
          sort,
          after: readAfter(after),
          limit: PAGE + 1,
        }),
        countMails(tx, query),
      ]);
      const { shown, next } = pageOf(rows);
      const kinds = MAIL_KINDS.filter((kind) => !query.hidden.includes(kind));
      return ok({ rows: shown.map(onWire), next: next && afterText(next), ...countOnWire(count), kinds: [...kinds] });
    }),
  );

  calls.add(mailsCount, async (wanted, context) =>
    db.read(async (tx) => {
      const shop = await loadShop(tx);
      return ok(
        await countsOf(wanted, async (filter, max) => countMails(tx, await queryOf(tx, filter, shop, context), max)),
      );
    }),
  );

  calls.add(mailsExport, async ({ filter, sort, without, after }, context) =>
    exportList(
      { db, loadShop },
      { list: 'mails', columns: COLUMNS, without, after, place: placeByTime },
      context,
      async (tx, shop, part) =>
        listMails(tx, {
          ...(await queryOf(tx, filter, shop, context)),
          ...part,
          sort,
        }),
    ),
  );
}

export async function queryOf(
  tx: Queryable,
  requested: WireFilter<MailFilter>,
  shop: Shop,
  context: OfficeContext,
): Promise<MailsQuery> {
  const filter: MailFilter = withMoments(requested);
  return {
    filter,
    found: await foundOf(tx, filter.text, shop, MAIL_MATCHES),
    hidden: hiddenMailKinds(callerOf(context).session.roles),
  };
}

/** The error of an earlier attempt does not matter once the mail was sent. */
const errorOf = ({ status, lastError }: ListedMail): string | null => (status === 'sent' ? null : lastError);

const onWire = (mail: ListedMail) => ({
  id: mail.id,
  kind: mail.kind,
  to: mail.to,
  subject: mail.subject,
  order: mail.order,
  status: mail.status,
  tries: mail.tries,
  last_error: errorOf(mail),
  created_at: toInstant(mail.at),
  sent_at: toInstantOrNull(mail.sentAt),
  next_try_at: mail.status === 'waiting' ? toInstantOrNull(mail.nextTryAt) : null,
  is_readable: mail.isReadable,
  can_retry: mail.canRetry,
});

const COLUMNS: ExportColumns<ListedMail> = {
  subject: ({ subject }) => subject,
  to: ({ to }) => to,
  kind: {
    words: ({ kind }, _shop, { translate }) => translate(mailKindNames[kind] ?? kind),
    code: ({ kind }) => kind,
  },
  order: ({ order }) => order ?? '',
  state: {
    words: ({ status }, _shop, { translate }) => translate(mailStatusNames[status]),
    code: ({ status }) => status,
  },
  attempts: ({ tries }) => String(tries),
  error: (mail) => errorOf(mail) ?? '',
  created: ({ at }, shop) => spreadsheetTime(at, shop.timezone),
  sent: ({ sentAt }, shop) => (sentAt ? spreadsheetTime(sentAt, shop.timezone) : ''),
};

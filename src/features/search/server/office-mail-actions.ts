import type { z } from 'zod';
import { type MailAction, whyMailLeftOut } from '#features/bulk/domain/why-mail-left-out.ts';
import { type MailOfRun, recordMailRun } from '#features/bulk/server/public.ts';
import { sendMailsAgain } from '#features/desk/server/public.ts';
import { isOnlyPreview, type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
  writeAudit,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import { conflict } from '#platform/http/refusal.ts';
import { retryMails } from '#platform/mail/outbox-store.ts';
import type { MailFilter } from '../domain/mail-filter.ts';
import { MAX_MAILS } from '../domain/max-mails.ts';
import { mailsAgain, mailsRetry } from '../office-contract/mails.ts';
import { type MailToSend, mailsToSend } from './list-mails-store.ts';
import type { ListParts, WireFilter } from './list-parts.ts';
import { queryOf } from './office-mails.ts';

const nothing = conflict(markedText('None of these emails can be sent.'));
const tooMany = conflict(markedText('The list has more than 200 emails. Please narrow it.'));

/** The maximum number of left-out mails that a preview lists. */
const MAX_LEFT_OUT = 100;

type Listed = Pick<z.infer<typeof mailsAgain.answer>, 'rows' | 'has_more'>;

interface Sent {
  readonly more: Listed;
  readonly mails: { readonly kind: string; readonly to: string; readonly subject: string }[];
}

/** Sends the mails of a list again, or retries those that were given up. */
export function addMailActionCalls(
  calls: OfficeCallRegistry,
  { loadShop, previews }: Pick<ListParts, 'loadShop'> & { readonly previews: PreviewParts },
): void {
  /** Returns the mails of the list that an action is for, and those that are left out. */
  const chosen = async (
    tx: Queryable,
    requested: WireFilter<MailFilter>,
    context: OfficeContext,
    action: MailAction,
  ) => {
    const query = await queryOf(tx, requested, await loadShop(tx), context);
    const again = action === 'mails-again';
    const mails = await mailsToSend(tx, query, { again, sendable: true, limit: MAX_MAILS + 1 });
    const others = await mailsToSend(tx, query, { again, sendable: false, limit: MAX_LEFT_OUT + 1 });
    return { mails, others };
  };

  /** Previews an action for the mails of a list, or does it and records it as a bulk action. */
  const sendAll = async (
    { filter, preview }: { readonly filter: WireFilter<MailFilter>; readonly preview: string },
    context: OfficeContext,
    action: MailAction,
    send: (tx: Tx, mails: readonly MailToSend[]) => Promise<MailOfRun[]>,
  ) => {
    const isRetry = action === 'mails-retry';
    let run: number | null = null;
    const { actor } = callerOf(context);
    const remember: OfficeContext['remember'] = (tx, answer) => context.remember(tx, { ...answer, run });
    const previewed = await previewOrDo(previews, { ...context, remember }, preview, {
      request: [action, filter],
      isRepeatable: !isRetry,
      orders: async (tx) => {
        const { mails } = await chosen(tx, filter, context, action);
        return [...new Set(mails.flatMap(({ order }) => order ?? []))];
      },
      run: async (inner): Promise<Result<Sent, OfficeRefusal>> =>
        inner.transaction(async (tx): Promise<Result<Sent, OfficeRefusal>> => {
          const { mails, others } = await chosen(tx, filter, context, action);
          if (mails.length > MAX_MAILS) return refuse(tooMany);
          const sent = await send(tx, mails);
          if (sent.every(({ why }) => why !== null)) return refuse(nothing);
          const leftOut = others.slice(0, MAX_LEFT_OUT).map(
            (mail): MailOfRun => ({
              ...{ mailId: mail.id, sentId: null, why: whyMailLeftOut(action, factsOf(mail)) },
            }),
          );
          const all = [...sent, ...leftOut];
          const isBulk = filter.mail === null;
          if (isBulk && !isOnlyPreview(preview))
            run = await recordMailRun(tx, { action, actor, mails: all }, context.now);
          const more = { rows: rowsOf(all, [...mails, ...others]), has_more: others.length > MAX_LEFT_OUT };
          // A retried mail was written earlier, so the preview would not find it by itself.
          const isIncluded = new Set(sent.filter(({ why }) => why === null).map(({ mailId }) => mailId));
          const retried = mails.filter(({ id }) => isRetry && isIncluded.has(id));
          return ok({ more, mails: retried.map(({ kind, to, subject }) => ({ kind, to, subject })) });
        }),
    });
    return previewed.ok ? ok({ ...previewed.value, run }) : previewed;
  };

  calls.add(mailsRetry, async (request, context) =>
    sendAll(request, context, 'mails-retry', async (tx, mails) => {
      const retried = await retryMails(
        tx,
        mails.map(({ id }) => id),
        context.now,
      );
      const ids = new Set(retried.map(({ id }) => id));
      const { actor } = callerOf(context);
      const details = { mails: [...ids] };
      if (ids.size > 0) await writeAudit(tx, { actor, action: 'mail.retried', subject: 'mails', details }, context.now);
      return mails.map(({ id }) =>
        ids.has(id) ? { mailId: id, sentId: id, why: null } : { mailId: id, sentId: null, why: 'not_failed' },
      );
    }),
  );

  calls.add(mailsAgain, async (request, context) =>
    sendAll(request, context, 'mails-again', async (tx, mails) => {
      const wanted = mails.map(({ id, order }) => ({ mailId: id, code: order! }));
      const by = { actor: callerOf(context).actor, private: context.private };
      return await sendMailsAgain(tx, { mails: wanted, ...by }, context.now);
    }),
  );
}

const factsOf = ({ status, order, hasText }: MailToSend) => ({ status, isAboutOrder: order !== null, hasText });

/** Mails that are sent come first. */
function rowsOf(results: readonly MailOfRun[], mails: readonly MailToSend[]): Listed['rows'] {
  const byId = new Map(mails.map((mail) => [mail.id, mail]));
  const rows = results.map(({ mailId, why }) => {
    const { to, subject, order } = byId.get(mailId)!;
    return { mail: mailId, order, to, subject, why };
  });
  return [...rows.filter(({ why }) => why === null), ...rows.filter(({ why }) => why !== null)];
}

import { normalizeReference } from '#features/orders/domain/transfer-reference.ts';
import { findPayable } from '#features/orders/server/public.ts';
import type { Gateways, MoneyParts, SettleParts } from '#features/payments/server/public.ts';
import { isOnlyPreview, type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import type { Shop } from '#features/shop-config/server/public.ts';
import { hasPermission } from '#features/staff/domain/permissions.ts';
import {
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
  previewChanged,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Queryable } from '#platform/db/db.ts';
import { notFound } from '#platform/http/refusal.ts';
import { toInstant } from '#wire/fields.ts';
import * as contract from '../office-contract.ts';
import { closeInstalmentPayments } from './close-instalment-payments.ts';
import { mailInstalmentLink } from './mail-instalment-link.ts';
import { type ChangedDays, moveInstalment } from './move-instalment.ts';
import { lastChange } from './plan-change-store.ts';
import {
  closeRefusal,
  moveRefusal,
  planRefusal,
  splitRefusal,
  undoChangeRefusal,
  waiveRefusal,
} from './plan-refusals.ts';
import { splitInstalment } from './split-instalment.ts';
import { undoPlanChange } from './undo-plan-change.ts';
import { waiveInstalments } from './waive-instalments.ts';

export interface OfficePlanParts {
  readonly previews: PreviewParts;
  readonly db: OfficeDb;
  readonly loadShop: (db: Queryable) => Promise<Shop>;
  readonly money: MoneyParts;
  readonly gateways: Gateways;
  readonly settle: SettleParts['settle'];
}

/** The changes of payment plans, as calls of the office. A preview runs the use case itself and rolls it back. */
export function addPlanCalls(
  calls: OfficeCallRegistry,
  { previews, db, loadShop, money, gateways, settle }: OfficePlanParts,
): void {
  const shop = async () => (await loadShop(db)).public;
  const actorOf = (context: OfficeContext) => callerOf(context).actor;
  const ordersOf = (reference: string) => async (tx: Queryable) => {
    const found = await findPayable(tx, reference);
    return found ? [found.orderCode] : [];
  };

  interface Wanted<More extends object> {
    readonly reference: string;
    readonly request: readonly unknown[];
    /** References of the instalments whose amount changes, or the order's code for all. By default `reference`. */
    readonly priced?: readonly string[];
    run(inner: OfficeDb, isPreview: boolean): Promise<Result<{ more?: More }, OfficeRefusal>>;
  }
  const previewOrChange = <More extends object = object>(
    context: OfficeContext,
    fingerprint: string,
    { reference, request, run }: Wanted<More>,
  ) =>
    previewOrDo<More>(previews, context, fingerprint, {
      request,
      orders: ordersOf(reference),
      run: (inner) => run(inner, isOnlyPreview(fingerprint)),
    });
  /** For changes of an amount: open payment pages are closed first, but only once the preview has been confirmed. */
  const closeAndChange = async <More extends object = object>(
    context: OfficeContext,
    fingerprint: string,
    wanted: Wanted<More>,
  ) => {
    if (isOnlyPreview(fingerprint)) return previewOrChange(context, fingerprint, wanted);
    const seen = await previewOrChange(context, '', wanted);
    if (!seen.ok) return seen;
    if (seen.value.preview !== fingerprint) return refuse(previewChanged);
    for (const reference of wanted.priced ?? [wanted.reference]) {
      const closed = await closeInstalmentPayments({ db, settle, gateways }, reference, context.now);
      if (!closed.ok) return refuse(closeRefusal(closed.error));
    }
    return previewOrChange(context, fingerprint, wanted);
  };

  calls.add(
    contract.instalmentMove,
    async ({ reference: typed, day, moves_later: movesLaterInstalments, preview }, context) => {
      const reference = normalizeReference(typed);
      const refusalOf = moveRefusal(await shop());
      return previewOrChange(context, preview, {
        reference,
        request: ['instalment-move', reference, day, movesLaterInstalments],
        run: async (inner) => {
          const request = { reference, day, movesLaterInstalments, actor: actorOf(context) };
          return answerWithLate(await moveInstalment({ db: inner, money }, request, context.now), refusalOf);
        },
      });
    },
  );

  calls.add(contract.instalmentSplit, async ({ reference: typed, amount, preview, ...days }, context) => {
    const reference = normalizeReference(typed);
    const refusalOf = splitRefusal(await shop());
    return closeAndChange(context, preview, {
      reference,
      request: ['instalment-split', reference, amount, days.first_day, days.second_day],
      run: async (inner, isPreview) => {
        const { first_day: firstDay, second_day: secondDay } = days;
        const request = { reference, amount, firstDay, secondDay, actor: actorOf(context), isPreview };
        return answerWithLate(await splitInstalment({ db: inner, money }, request, context.now), refusalOf);
      },
    });
  });

  calls.add(contract.instalmentWaive, async ({ reference: typed, amount, reason, preview }, context) => {
    const reference = normalizeReference(typed);
    const refusalOf = waiveRefusal(await shop());
    return closeAndChange(context, preview, {
      reference,
      request: ['instalment-waive', reference, amount, reason],
      run: async (inner, isPreview) => {
        const request = { reference, amount, reason, actor: actorOf(context), isPreview };
        return answerOf(await waiveInstalments({ db: inner, money }, request, context.now), refusalOf);
      },
    });
  });

  calls.add(contract.instalmentMailLink, async ({ reference: typed, preview }, context) => {
    const reference = normalizeReference(typed);
    return previewOrDo(previews, context, preview, {
      request: ['instalment-mail-link', reference],
      isRepeatable: true,
      orders: ordersOf(reference),
      run: async (inner) => {
        const request = { reference, actor: actorOf(context) };
        return answerOf(await mailInstalmentLink({ db: inner, money }, request, context.now), planRefusal);
      },
    });
  });

  calls.add(contract.planChangeUndo, async ({ code: typed, change, preview }, context) => {
    const order = normalizeReference(typed);
    const found = await findPayable(db, order);
    if (!found) return refuse(notFound);
    const last = await lastChange(db, found.orderId);
    if (last?.id !== change) return refuse(undoChangeRefusal({ kind: 'not_the_last' }));
    const isWaiver = last.kind === 'waived';
    if (isWaiver && !hasPermission(callerOf(context).session.roles, 'plans.waive')) return refuse(MAY_NOT_WAIVE);
    return closeAndChange(context, preview, {
      reference: order,
      request: ['plan-change-undo', order, change],
      priced: last.kind === 'moved' ? [] : last.instalments.map(({ reference }) => reference),
      run: async (inner, isPreview) => {
        const request = { order, change, actor: actorOf(context), isPreview };
        return answerOf(await undoPlanChange({ db: inner, money }, request, context.now), undoChangeRefusal);
      },
    });
  });
}

const MAY_NOT_WAIVE: OfficeRefusal = {
  status: 403,
  code: 'forbidden',
  permission: 'plans.waive',
  message: markedText('Only somebody who can waive amounts can undo this.'),
};

/** The preview reads what was written, so the use case's result is not shown. */
const answerOf = <Refusal>(
  result: Result<unknown, Refusal>,
  refusalOf: (refusal: Refusal) => OfficeRefusal,
): Result<object, OfficeRefusal> => (result.ok ? ok({}) : refuse(refusalOf(result.error)));

/** Adds the warning about instalments that are due too late. */
const answerWithLate = <Refusal>(
  result: Result<ChangedDays, Refusal>,
  refusalOf: (refusal: Refusal) => OfficeRefusal,
): Result<{ more: { late: { references: string[]; begins: string } | null } }, OfficeRefusal> => {
  if (!result.ok) return refuse(refusalOf(result.error));
  const { late } = result.value;
  return ok({ more: { late: late && { references: [...late.references], begins: toInstant(late.begins) } } });
};

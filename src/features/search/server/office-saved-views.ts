import { hasPermission } from '#features/staff/domain/permissions.ts';
import {
  CHANGED_MEANWHILE,
  callerOf,
  type OfficeCallRegistry,
  type OfficeContext,
  type OfficeRefusal,
  writeAudit,
} from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import type { OfficeDb, Tx } from '#platform/db/db.ts';
import { conflict, invalidFields, notFound } from '#platform/http/refusal.ts';
import { isSameTab } from '../domain/default-view.ts';
import { neighbourOf, savedQuery } from '../domain/saved-view.ts';
import * as contract from '../office-contract/saved-views.ts';
import {
  defaultsOf,
  deleteDefaultFor,
  deleteDefaultsOf,
  deleteView,
  insertView,
  lockViews,
  type SavedView,
  setDefaultFor,
  setPosition,
  updateView,
  viewById,
  viewsOf,
} from './saved-views-store.ts';

/** The maximum number of a person's own views, and of shared ones, in a list. */
const MAX_VIEWS = 30;

const NAME_NEEDED = invalidFields([{ field: 'name', message: markedText('Please enter a name.') }]);
const TOO_MANY = conflict(markedText('A list can have 30 saved views. Please delete one first.'));

type Done = Result<Record<string, never>, OfficeRefusal>;

/**
 * Filters of lists that staff have saved. A person's own views are private; shared ones can be changed by everybody who
 * may share, with an entry in the audit log, because all colleagues see their tabs change.
 */
export function addSavedViewCalls(calls: OfficeCallRegistry, { db }: { readonly db: OfficeDb }): void {
  const change = (
    id: number,
    context: OfficeContext,
    work: (tx: Tx, view: SavedView) => Promise<Done>,
  ): Promise<Done> =>
    db.transaction(async (tx): Promise<Done> => {
      const found = await viewById(tx, id);
      if (!found) return refuse(notFound);
      await lockViews(tx, found.list);
      const view = await viewById(tx, id);
      const { session } = callerOf(context);
      if (!view || (!view.isShared && view.staffId !== session.staffId)) return refuse(notFound);
      if (view.isShared && !mayShare(context)) return refuse(NOT_ALLOWED);
      const done = await work(tx, view);
      if (done.ok) await context.remember(tx, {});
      return done;
    });

  calls.add(contract.viewsList, async ({ list }, context) => {
    const { staffId } = callerOf(context).session;
    return db.read(async (tx) => {
      const views = await viewsOf(tx, list, staffId);
      return ok({
        views: views.map(({ id, name, query, isShared }) => ({ id, name, query, is_shared: isShared })),
        defaults: await defaultsOf(tx, list),
      });
    });
  });

  calls.add(contract.viewSave, async ({ list, name, query, is_shared: isShared }, context) => {
    if (name === '') return refuse(NAME_NEEDED);
    if (isShared && !mayShare(context)) return refuse(NOT_ALLOWED);
    return await db.transaction(async (tx): Promise<Result<{ id: number }, OfficeRefusal>> => {
      const { staffId } = callerOf(context).session;
      await lockViews(tx, list);
      const group = (await viewsOf(tx, list, staffId)).filter((view) => view.isShared === isShared);
      if (group.length >= MAX_VIEWS) return refuse(TOO_MANY);
      const view = { list, staffId, isShared, name, query: savedQuery(query), position: afterLast(group) };
      const id = await insertView(tx, view, context.now);
      if (isShared) await audit(tx, 'view.shared', { ...view, id }, context);
      await context.remember(tx, { id });
      return ok({ id });
    });
  });

  calls.add(contract.viewChange, async ({ id, name, query, is_shared: isShared, was }, context) => {
    if (name === '') return refuse(NAME_NEEDED);
    if (isShared && !mayShare(context)) return refuse(NOT_ALLOWED);
    return await change(id, context, async (tx, view) => {
      if (was && !isAsShown(view, was)) return refuse(conflict(CHANGED_MEANWHILE));
      const { staffId } = callerOf(context).session;
      const moves = isShared !== view.isShared;
      const group = (await viewsOf(tx, view.list, staffId)).filter((one) => one.isShared === isShared);
      if (moves && group.length >= MAX_VIEWS) return refuse(TOO_MANY);
      // The view would become private to the colleague who saved it, perhaps somebody who has left.
      if (moves && !isShared && view.staffId !== staffId) return refuse(NOT_YOURS);
      const position = moves ? afterLast(group) : view.position;
      const changed = { ...view, name, query: savedQuery(query), isShared, position };
      await updateView(tx, changed);
      // Nobody else sees the view any more.
      if (moves && !isShared) await deleteDefaultsOf(tx, id);
      if (moves) await audit(tx, isShared ? 'view.shared' : 'view.unshared', changed, context);
      else if (isShared) await audit(tx, 'view.changed', changed, context, view);
      return ok({});
    });
  });

  calls.add(contract.viewMove, async ({ id, by }, context) =>
    change(id, context, async (tx, view) => {
      const { staffId } = callerOf(context).session;
      const group = (await viewsOf(tx, view.list, staffId)).filter((one) => one.isShared === view.isShared);
      const other = neighbourOf(group, id, by === 'left' ? -1 : 1);
      if (!other) return ok({});
      const places = new Map([
        [view.id, other.id],
        [other.id, view.id],
      ]);
      // All of them, because views that were saved at the same time have the same place.
      const order = group.map((one) => places.get(one.id) ?? one.id);
      for (const [position, moved] of order.entries()) await setPosition(tx, moved, position);
      if (view.isShared) await audit(tx, 'view.changed', view, context);
      return ok({});
    }),
  );

  calls.add(contract.viewDefault, async ({ list, tab, roles: typed, was }, context) => {
    if (tab.built_in === '') return refuse(notFound);
    const roles = [...new Set(typed)];
    return db.transaction(async (tx): Promise<Done> => {
      await lockViews(tx, list);
      const view = tab.saved === null ? null : await viewById(tx, tab.saved);
      if (view !== null && (view?.list !== list || !view.isShared)) return refuse(notFound);
      const before = (await defaultsOf(tx, list)).filter((one) => isSameTab(one, tab)).map(({ role }) => role);
      if (new Set([...before, ...was]).size !== before.length || before.length !== was.length)
        return refuse(conflict(CHANGED_MEANWHILE));
      const removed = before.filter((role) => !roles.includes(role));
      await deleteDefaultFor(tx, list, removed);
      await setDefaultFor(tx, list, { tab, roles });
      const details = { list, name: view?.name ?? tab.built_in, before: { roles: before }, after: { roles } };
      const subject = view ? `view ${view.id}` : `list ${list}`;
      const { actor } = callerOf(context);
      await writeAudit(tx, { actor, action: 'view.default-changed', subject, details }, context.now);
      await context.remember(tx, {});
      return ok({});
    });
  });

  calls.add(contract.viewDelete, async ({ id }, context) =>
    change(id, context, async (tx, view) => {
      await deleteView(tx, id);
      if (view.isShared) await audit(tx, 'view.deleted', view, context);
      return ok({});
    }),
  );
}

const NOT_ALLOWED: OfficeRefusal = {
  status: 403,
  code: 'forbidden',
  permission: 'views.share',
  message: markedText('Your roles do not allow changes to shared views.'),
};
const NOT_YOURS = conflict(markedText('A colleague saved this view, so only that person can stop sharing it.'));

const isAsShown = (view: SavedView, was: { name: string; query: string; is_shared: boolean }): boolean =>
  view.name === was.name && view.query === was.query && view.isShared === was.is_shared;

const mayShare = (context: OfficeContext): boolean => hasPermission(callerOf(context).session.roles, 'views.share');

const afterLast = (views: readonly SavedView[]): number => Math.max(-1, ...views.map(({ position }) => position)) + 1;

async function audit(
  tx: Tx,
  action: 'view.shared' | 'view.unshared' | 'view.changed' | 'view.deleted',
  { id, list, name, query }: Pick<SavedView, 'id' | 'list' | 'name' | 'query'>,
  context: OfficeContext,
  before?: SavedView,
): Promise<void> {
  const after = { name, filters: query };
  const earlier = before && { name: before.name, filters: before.query };
  const details = earlier ? { list, before: earlier, after } : { list, ...after };
  await writeAudit(tx, { actor: callerOf(context).actor, action, subject: `view ${id}`, details }, context.now);
}

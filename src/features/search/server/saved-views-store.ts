import type { Role } from '#features/staff/domain/permissions.ts';
import type { Queryable, Tx } from '#platform/db/db.ts';
import type { DefaultView, TabOfList } from '../domain/default-view.ts';
import type { SavedList } from '../domain/saved-view.ts';

export interface SavedView {
  id: number;
  list: SavedList;
  staffId: number;
  isShared: boolean;
  name: string;
  query: string;
  position: number;
}

const COLUMNS = `id, list, staff_id as "staffId", is_shared as "isShared", name, query, position`;

/** The shared views of a list, then those of a person, each in the order of the tabs. */
export const viewsOf = (db: Queryable, list: SavedList, staffId: number): Promise<SavedView[]> =>
  db.rows(
    `select ${COLUMNS} from saved_views
     where list = $1 and (is_shared or staff_id = $2)
     order by is_shared desc, position, id`,
    [list, staffId],
  );

/** Locks the views and default views of a list, including those that do not exist yet. */
export const lockViews = (tx: Tx, list: SavedList): Promise<number> =>
  tx.run(`select pg_advisory_xact_lock(hashtextextended('views:' || $1, 0))`, [list]);

export const viewById = (db: Queryable, id: number): Promise<SavedView | undefined> =>
  db.row(`select ${COLUMNS} from saved_views where id = $1`, [id]);

export const insertView = async (tx: Tx, view: Omit<SavedView, 'id'>, now: Date): Promise<number> =>
  (await tx.row<{ id: number }>(
    `insert into saved_views (list, staff_id, is_shared, name, query, position, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     returning id`,
    [view.list, view.staffId, view.isShared, view.name, view.query, view.position, now],
  ))!.id;

export const updateView = (
  tx: Tx,
  { id, name, query, isShared, position }: Pick<SavedView, 'id' | 'name' | 'query' | 'isShared' | 'position'>,
): Promise<number> =>
  tx.run('update saved_views set name = $2, query = $3, is_shared = $4, position = $5 where id = $1', [
    id,
    name,
    query,
    isShared,
    position,
  ]);

export const setPosition = (tx: Tx, id: number, position: number): Promise<number> =>
  tx.run('update saved_views set position = $2 where id = $1', [id, position]);

/** Deletes a view together with its defaults, so that the list opens with its first tab again. */
export async function deleteView(tx: Tx, id: number): Promise<void> {
  await deleteDefaultsOf(tx, id);
  await tx.run('delete from saved_views where id = $1', [id]);
}

export const defaultsOf = (db: Queryable, list: SavedList): Promise<DefaultView[]> =>
  db.rows('select role, built_in, saved_view_id as saved from default_views where list = $1 order by role', [list]);

export const deleteDefaultsOf = (tx: Tx, savedViewId: number): Promise<number> =>
  tx.run('delete from default_views where saved_view_id = $1', [savedViewId]);

export const deleteDefaultFor = (tx: Tx, list: SavedList, roles: readonly Role[]): Promise<number> =>
  tx.run('delete from default_views where list = $1 and role = any($2)', [list, roles]);

export const setDefaultFor = (
  tx: Tx,
  list: SavedList,
  { tab, roles }: { readonly tab: TabOfList; readonly roles: readonly Role[] },
): Promise<number> =>
  tx.run(
    `insert into default_views (list, role, built_in, saved_view_id)
     select $1, role, $3, $4 from unnest($2::text[]) as role
     on conflict (list, role) do update
     set built_in = excluded.built_in, saved_view_id = excluded.saved_view_id`,
    [list, roles, tab.built_in, tab.saved],
  );

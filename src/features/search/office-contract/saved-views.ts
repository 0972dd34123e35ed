import { z } from 'zod';
import { officeCall } from '#features/staff/domain/office-call.ts';
import { ROLES } from '#features/staff/domain/permissions.ts';
import { text } from '#wire/fields.ts';
import { savedLists } from '../domain/saved-view.ts';

const savedList = z.enum(savedLists);

const viewId = z.int().positive();

const views = { needs: { permission: 'orders.see' }, fresh: false } as const;

const viewChanges = { ...views, changes: true } as const;

const viewName = text(60);

/** The part of the list's address after the question mark. The searched text is not kept. */
const viewQuery = text(2_000);

/** A tab of a list: one that every shop has, or a shared view. */
const tab = z.union([
  z.object({ built_in: text(40), saved: z.null() }),
  z.object({ built_in: z.null(), saved: viewId }),
]);
const roles = z.array(z.enum(ROLES));

export const viewsList = officeCall({
  ...views,
  changes: false,
  name: 'views-list',
  summary: 'The saved views of a list: shared ones, then the caller’s own',
  request: z.object({ list: savedList }),
  answer: z.object({
    views: z.array(z.object({ id: viewId, name: z.string(), query: z.string(), is_shared: z.boolean() })),
    /** The tab with which the list opens, for each role that has one. */
    defaults: z.array(z.object({ role: z.enum(ROLES), built_in: z.string().nullable(), saved: viewId.nullable() })),
  }),
});

export const viewSave = officeCall({
  ...viewChanges,
  name: 'view-save',
  summary: 'Saves the filters of a list as a view, either shared or only for the caller',
  request: z.object({ list: savedList, name: viewName, query: viewQuery, is_shared: z.boolean() }),
  answer: z.object({ id: viewId }),
});

export const viewChange = officeCall({
  ...viewChanges,
  name: 'view-change',
  summary: 'Changes the name, the filters and the sharing of a saved view',
  request: z.object({
    id: viewId,
    name: viewName,
    query: viewQuery,
    is_shared: z.boolean(),
    /** What the office showed; somebody else's change since then is not overwritten. Absent: not checked. */
    was: z.object({ name: z.string(), query: z.string(), is_shared: z.boolean() }).optional(),
  }),
  answer: z.object({}),
});

export const viewMove = officeCall({
  ...viewChanges,
  name: 'view-move',
  summary: 'Moves a saved view by one tab',
  request: z.object({ id: viewId, by: z.enum(['left', 'right']) }),
  answer: z.object({}),
});

export const viewDefault = officeCall({
  needs: { permission: 'views.share' },
  fresh: false,
  changes: true,
  name: 'view-default',
  summary: 'Sets the roles for which a list opens with a tab',
  request: z.object({
    list: savedList,
    tab,
    roles,
    /** The roles that the office showed for the tab; somebody else's change since then is not overwritten. */
    was: roles,
  }),
  answer: z.object({}),
});

export const viewDelete = officeCall({
  ...viewChanges,
  name: 'view-delete',
  summary: 'Deletes a saved view',
  request: z.object({ id: viewId }),
  answer: z.object({}),
});

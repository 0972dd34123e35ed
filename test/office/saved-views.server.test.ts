import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilLockWaits } from '../support/lock-waits.ts';
import { givenPerson, type OfficePerson } from '../support/office-people.ts';
import { order as placeOrder } from '../support/purchase.ts';
import { givenShopApp, type ShopApp } from '../support/shop-app.ts';

let app: ShopApp;
let support: OfficePerson;
let manager: OfficePerson;

beforeAll(async () => {
  app = await givenShopApp();
  support = await givenPerson(app, 'The support', ['support']);
  manager = await givenPerson(app, 'The manager', ['manager']);
});
afterAll(() => app.close());

interface View {
  id: number;
  name: string;
  query: string;
  is_shared: boolean;
}

const viewsOf = async (person: OfficePerson, list = '/orders'): Promise<View[]> =>
  (await person.browser.done('views-list', { list })).views;
const namesOf = async (person: OfficePerson, list?: string) => (await viewsOf(person, list)).map(({ name }) => name);
const save = async (person: OfficePerson, name: string, changes: object = {}): Promise<number> =>
  (
    await person.browser.done('view-save', {
      list: '/orders',
      name,
      query: 'view=waiting',
      is_shared: false,
      ...changes,
    })
  ).id;
const audited = () =>
  app.db.rows<{ action: string; actor: string }>(
    `select action, actor from audit_log where action like 'view.%' order by id`,
  );

test('a private view belongs to one person and one list, and stores no search text', async () => {
  const id = await save(support, 'Mine', { query: 'q=mila@example.org&view=waiting&days=30-days' });
  expect(await viewsOf(support)).toEqual([{ id, name: 'Mine', query: 'view=waiting&days=30-days', is_shared: false }]);
  expect(await viewsOf(support, '/tickets')).toEqual([]);
  expect(await viewsOf(manager)).toEqual([]);
  const request = { id, name: 'Theirs', query: '', is_shared: false };
  expect((await manager.browser.call('view-change', request)).status).toBe(404);
  expect((await manager.browser.call('view-move', { id, by: 'left' })).status).toBe(404);
  expect((await manager.browser.call('view-delete', { id })).status).toBe(404);
  await support.browser.done('view-change', { ...request, name: 'Ours' });
  expect(await namesOf(support)).toEqual(['Ours']);
  await support.browser.done('view-delete', { id });
  expect([await namesOf(support), await audited()]).toEqual([[], []]);
});

test('a shared view belongs to everybody; only those who may share can change it, audited', async () => {
  const refused = await support.browser.call('view-save', { list: '/orders', name: 'All', query: '', is_shared: true });
  expect(refused.body).toMatchObject({ code: 'forbidden', permission: 'views.share' });
  const id = await save(manager, 'Box office', { is_shared: true });
  expect(await namesOf(support)).toEqual(['Box office']);
  const change = { id, name: 'Box office', query: 'status=paid', is_shared: true };
  expect((await support.browser.call('view-change', change)).body.code).toBe('forbidden');
  expect((await support.browser.call('view-delete', { id })).body.code).toBe('forbidden');
  await manager.browser.done('view-change', change);
  await manager.browser.done('view-change', { ...change, is_shared: false });
  expect([await namesOf(support), await namesOf(manager)]).toEqual([[], ['Box office']]);
  await manager.browser.done('view-change', change);
  await manager.browser.done('view-delete', { id });
  expect(await audited()).toEqual(
    ['view.shared', 'view.changed', 'view.unshared', 'view.shared', 'view.deleted'].map((action) => ({
      action,
      actor: 'The manager',
    })),
  );
});

test('only the person who saved a shared view can stop sharing it', async () => {
  const other = await givenPerson(app, 'The other manager', ['manager']);
  const id = await save(manager, 'Shared', { is_shared: true });
  const request = { id, name: 'Shared', query: '', is_shared: false };
  expect((await other.browser.call('view-change', request)).status).toBe(409);
  await other.browser.done('view-delete', { id });
});

test('saving an older version of a view that somebody else has changed changes nothing', async () => {
  const id = await save(manager, 'Gate', { is_shared: true });
  const was = { name: 'Gate', query: 'view=waiting', is_shared: true };
  await manager.browser.done('view-change', { ...was, id, query: 'status=paid', was });
  const late = await manager.browser.call('view-change', { ...was, id, name: 'Gates', was });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Somebody else has changed this')]);
  expect(await viewsOf(manager)).toContainEqual({ ...was, id, query: 'status=paid' });
  await manager.browser.done('view-change', { ...was, id, name: 'Gates', was: { ...was, query: 'status=paid' } });
  await manager.browser.done('view-delete', { id });
});

const defaultsOf = async (list: string) => (await support.browser.done('views-list', { list })).defaults;

test('a list opens with one view per role, which only those who may share can choose', async () => {
  const list = '/tickets';
  const waiting = { list, tab: { built_in: 'unpaid', saved: null }, roles: ['support', 'finance'], was: [] };
  expect((await support.browser.call('view-default', waiting)).body).toMatchObject({ permission: 'views.share' });
  await manager.browser.done('view-default', waiting);
  const unpaid = { built_in: 'unpaid', saved: null };
  expect(await defaultsOf(list)).toEqual([
    { role: 'finance', ...unpaid },
    { role: 'support', ...unpaid },
  ]);
  // A role can get another default view, or none again.
  const id = await save(manager, 'Coaches', { list, is_shared: true });
  const coaches = { built_in: null, saved: id };
  await manager.browser.done('view-default', { list, tab: coaches, roles: ['support'], was: [] });
  await manager.browser.done('view-default', { list, tab: unpaid, roles: [], was: ['finance'] });
  expect(await defaultsOf(list)).toEqual([{ role: 'support', ...coaches }]);
  const audit = await app.db.rows<{ subject: string }>(
    `select subject from audit_log where action = 'view.default-changed' order by id`,
  );
  expect(audit.map(({ subject }) => subject)).toEqual(['list /tickets', `view ${id}`, 'list /tickets']);
  // Other lists have their own defaults.
  expect(await defaultsOf('/orders')).toEqual([]);
});

test('a default needs a tab, and a role that is named twice counts once', async () => {
  const request = { list: '/money/plans', roles: ['support', 'support'], was: [] };
  const none = { ...request, tab: { built_in: null, saved: null } };
  expect((await manager.browser.call('view-default', none)).status).toBe(404);
  await manager.browser.done('view-default', { ...request, tab: { built_in: 'all', saved: null } });
  expect(await defaultsOf('/money/plans')).toEqual([{ role: 'support', built_in: 'all', saved: null }]);
});

test('saving older roles of a default view that somebody else has changed changes nothing', async () => {
  const request = { list: '/people', tab: { built_in: 'all', saved: null }, roles: ['support'], was: [] };
  await manager.browser.done('view-default', request);
  expect((await manager.browser.call('view-default', { ...request, roles: ['manager'] })).status).toBe(409);
  expect(await defaultsOf('/people')).toEqual([{ role: 'support', built_in: 'all', saved: null }]);
});

test('when two people choose the first default of a list at the same time, only one is saved', async () => {
  const list = '/money/invoices';
  const other = await givenPerson(app, 'Another manager', ['manager']);
  const request = { list, tab: { built_in: 'all', saved: null }, was: [] };
  const { answers } = await app.db.transaction(async (tx) => {
    // Neither can write before both have begun.
    await tx.run('lock table default_views in share row exclusive mode');
    const begun = [
      manager.browser.call('view-default', { ...request, roles: ['support'] }),
      other.browser.call('view-default', { ...request, roles: ['finance'] }),
    ];
    await untilLockWaits(app.db, begun.length);
    return { answers: Promise.all(begun) };
  });
  expect((await answers).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await defaultsOf(list)).toHaveLength(1);
});

test('a private, deleted or unshared view cannot be a default', async () => {
  const list = '/mails';
  const own = await save(manager, 'Mine', { list });
  const tab = { built_in: null, saved: own };
  expect((await manager.browser.call('view-default', { list, tab, roles: ['support'], was: [] })).status).toBe(404);
  const request = { id: own, name: 'Ours', query: '', is_shared: true };
  await manager.browser.done('view-change', request);
  // A view of one list cannot be the default of another.
  expect((await manager.browser.call('view-default', { list: '/orders', tab, roles: [], was: [] })).status).toBe(404);
  await manager.browser.done('view-default', { list, tab, roles: ['support'], was: [] });
  await manager.browser.done('view-change', { ...request, is_shared: false });
  expect(await defaultsOf(list)).toEqual([]);
  await manager.browser.done('view-change', request);
  await manager.browser.done('view-default', { list, tab, roles: ['support'], was: [] });
  await manager.browser.done('view-delete', { id: own });
  expect(await defaultsOf(list)).toEqual([]);
});

test('views can be moved, need a name, and are limited in number', async () => {
  const ids = [await save(support, 'One'), await save(support, 'Two'), await save(support, 'Three')];
  await support.browser.done('view-move', { id: ids[2], by: 'left' });
  expect(await namesOf(support)).toEqual(['One', 'Three', 'Two']);
  await support.browser.done('view-move', { id: ids[0], by: 'left' });
  await support.browser.done('view-move', { id: ids[0], by: 'right' });
  expect(await namesOf(support)).toEqual(['Three', 'One', 'Two']);
  const request = { list: '/orders', name: '', query: '', is_shared: false };
  expect((await support.browser.call('view-save', request)).body.errors).toHaveProperty('name');
  for (let count = 3; count < 30; count += 1) await save(support, `View ${count}`);
  expect((await support.browser.call('view-save', { ...request, name: 'Too many' })).status).toBe(409);
  // Another list has its own limit.
  await save(support, 'Tickets', { list: '/tickets' });
});

test('the numbers next to the views match their lists', async () => {
  const mila = await app.login();
  await placeOrder(app, mila, ['saturday'], null, 'bank_transfer');
  await placeOrder(app, mila, ['saturday'], null, 'bank_transfer');
  const filters = [{}, { view: 'waiting' }, { view: 'problem' }, { item: 'gone' }];
  const { counts } = await support.browser.done('orders-count', { filters });
  expect(counts).toEqual([2, 2, 0, 0].map((count) => ({ count, has_more: false })));
  for (const [index, filter] of filters.entries()) {
    const listed = await support.browser.done('orders-list', { filter, after: null });
    expect(listed.count).toBe(counts[index].count);
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import type { OfficePerson } from '../support/office-people.ts';
import { actions } from './support/actions.ts';
import { fieldsOf } from './support/contracts.ts';
import type { Situation } from './support/office-action.ts';
import { givenOfficeShop, type OfficeShop, openOfficeShop } from './support/situations.ts';

/* The fingerprint of a preview lets one person do once what the preview showed. For every previewed call, the tests use
   a fingerprint as another person, for another request, after the facts have changed, and a second time. */

let shop: OfficeShop;
beforeAll(async () => {
  shop = await givenOfficeShop(await openOfficeShop());
});
afterAll(async () => {
  expect((await auditShop(shop.app.db, shop.app.clock.now())).findings).toEqual([]);
  await shop.app.close();
});

const isPreviewed = (name: string) => fieldsOf(name).some((field) => field === 'preview' || field === 'fingerprint');

interface Confirmation {
  preview?: string;
  fingerprint?: string;
  at?: string;
}

async function previewAs(person: OfficePerson, name: string, { body }: Situation): Promise<Confirmation> {
  const seen = await person.browser.done(name, body);
  return 'fingerprint' in seen ? { fingerprint: seen.fingerprint, at: seen.at } : { preview: seen.preview };
}

/** Returns the row count and the last writing transaction of each table, except tables that every call writes. */
async function everything({ withAudit = true } = {}): Promise<object> {
  const audit = ['audit_log', 'audit_private'];
  const noise = ['request_results', 'rate_limits', 'staff_sessions', ...(withAudit ? [] : audit)];
  tables ??= await shop.app.db.rows<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const counts = tables
    .filter(({ name }) => !noise.includes(name))
    .map(({ name }) => {
      const written = withAudit ? ', max(xmin::text::bigint) as written' : '';
      return `select '${name}' as name, count(*) as rows${written} from "${name}"`;
    });
  const rows = await shop.app.db.rows<{ name: string }>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, ...facts }) => [name, facts]));
}
let tables: { name: string }[] | undefined;

function anotherValue(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'string') return OTHER[value] ?? `${value}x`;
  if (value === null) return 1;
  if (Array.isArray(value)) return [...value.slice(1), anotherValue(value[0])];
  const fields = value as { readonly number?: number; readonly code?: string };
  if (fields.code !== undefined) return { ...fields, code: `${fields.code}x` };
  return fields.number === undefined ? { ...fields, text: 'nothing' } : { ...fields, number: fields.number + 1 };
}
const OTHER: Readonly<Record<string, string>> = {
  bank: 'card',
  card: 'bank',
  kept: 'returned',
  paid: 'partial',
  '25-34': '35-44',
  'ana@example.org': 'eva@example.org',
  '': 'something else',
};

describe.each(Object.entries(actions).filter(([name]) => isPreviewed(name)))('%s', (name, action) => {
  test('does what its preview showed, only for the person who saw it, and only once', async () => {
    const { owner, colleague } = shop;
    const one = await action.given(shop);
    const other = await action.given(shop);
    const before = await everything();
    const seen = await previewAs(owner, name, one);
    expect(await everything()).toEqual(before);

    const refused = async (what: string, person: OfficePerson, body: object, token: Confirmation) => {
      const { status, body: answer } = await person.browser.call(name, { ...body, ...token });
      expect([403, 404, 409, 422], `${what}: ${JSON.stringify(answer)}`).toContain(status);
      return answer.code;
    };
    expect(await refused('another person', colleague, one.body, seen)).toBe('preview_changed');
    expect(await refused('guessed', owner, one.body, { ...seen, ...guessPreview(seen) })).toBe('preview_changed');
    await refused('another request', owner, other.body, seen);
    const bound = Object.entries(one.body).filter(([field]) => !action.notPreviewed?.includes(field));
    await Promise.all(
      bound.map(([field, value]) =>
        refused(`another ${field}`, owner, { ...one.body, [field]: anotherValue(value) }, seen),
      ),
    );
    expect(await everything()).toEqual(before);

    const theirs = await previewAs(colleague, name, one);
    await colleague.browser.done(name, { ...one.body, ...theirs });
    const withAudit = !action.isRepeatable;
    const after = await everything({ withAudit });
    for (const [person, token] of [
      [owner, seen],
      [colleague, theirs],
    ] as const) {
      const { status } = await person.browser.call(name, { ...one.body, ...token });
      if (withAudit) expect([409, 422], `again by ${person.name}`).toContain(status);
      expect(await everything({ withAudit })).toEqual(after);
    }
  });
});

const guessPreview = ({ preview }: Confirmation): Confirmation =>
  preview === undefined ? { fingerprint: 'guessed' } : { preview: 'guessed' };

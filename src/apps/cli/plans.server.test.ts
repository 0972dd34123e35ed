import { describe, expect, test } from 'vitest';
import { app, auditOf, givenCommandShop, mila, refusal, shop } from '../../../test/support/command-shop.ts';
import { order as placeOrder, purchase } from '../../../test/support/purchase.ts';

/* The plan costs 198.50: 54.50 first, then three times 48.00, each a month later. */

givenCommandShop();

/** A plan whose first instalment is paid. */
const begun = async (): Promise<string> => (await purchase(app, mila, ['sandlark-pass-plan'])).code;
const days = async (code: string): Promise<string[]> =>
  (
    await app.db.rows<{ day: string }>(
      `select to_char(p.due_at at time zone 'Europe/Amsterdam', 'YYYY-MM-DD') as day
       from payments p join orders o on o.id = p.order_id where o.code = $1 order by p.position`,
      [code],
    )
  ).map(({ day }) => day);
const plan = (...words: string[]) => shop('plans', ...words);
const actionsOf = async (code: string) => (await auditOf(code)).map(({ action }) => action);

test('plans move prints the order with the new day, and undo brings the old day back', async () => {
  const code = await begun();
  const before = await days(code);
  const moved = await plan('move', `${code}-2`, '2026-12-28', '--as', 'Berta');
  expect(moved).toMatchObject({ code: 0, err: '' });
  expect(moved.out).toContain(code);
  expect(moved.out).toContain('2026-12-28');
  expect(await days(code)).toEqual([before[0], '2026-12-28', before[2], before[3]]);
  expect((await auditOf(code)).at(-1)).toEqual({ actor: 'Berta', action: 'plan.moved' });

  const undone = await plan('undo', code);
  expect(undone).toMatchObject({ code: 0, err: '' });
  expect(undone.out).toContain(before[1]!);
  expect(await days(code)).toEqual(before);
  expect(await plan('undo', code)).toEqual(refusal('has no change that can be undone.'));
});

test('plans move warns of a day on which the event has begun, and moves the later instalments with --later', async () => {
  const code = await begun();
  const late = await plan('move', `${code}-2`, '2027-12-01', '--later');
  expect(late).toMatchObject({ code: 0, err: '' });
  expect(late.out).toContain('Warning: the event or journey begins on');
  expect(late.out).toContain(`${code}-2, ${code}-3, ${code}-4 are not due before that day.`);
  expect((await days(code))[1]).toBe('2027-12-01');
});

test('plans split prints both instalments', async () => {
  const code = await begun();
  const split = await plan('split', `${code}-2`, '20', '--second-day', '2027-01-05');
  expect(split).toMatchObject({ code: 0, err: '' });
  expect(split.out).toContain('€20.00');
  expect(split.out).toContain('€28.00');
  expect(split.out).toContain(`${code}-5`);
});

test('plans waive says what was waived, and with an order code waives all that is open', async () => {
  const code = await begun();
  const part = await plan('waive', `${code}-2`, '8', '--reason', 'Late coach');
  expect(part).toMatchObject({ code: 0, err: '' });
  expect(part.out).toMatch(/^€8\.00 waived\.\n/);
  const rest = await plan('waive', code, '--reason', 'Late coach');
  expect(rest.out).toMatch(/^€136\.00 waived\.\n/);
  expect(await actionsOf(code)).toEqual(expect.arrayContaining(['plan.waived']));
  expect((await shop('orders', 'show', code)).out).toContain('€54.50');
});

test('plans mail-link names the address', async () => {
  const code = await begun();
  expect(await plan('mail-link', `${code}-3`)).toEqual({
    ...{ code: 0, err: '' },
    out: 'An email will be sent to mila@example.org.\n',
  });
  expect((await app.mails()).at(-1)?.kind).toBe('instalment-link');
});

describe('a change that is not possible says why, and changes nothing', () => {
  test('for days, sums and instalments', async () => {
    const code = await begun();
    const before = [await days(code), await actionsOf(code)];
    const cases: [string[], string][] = [
      [['move', `${code}-2`, '2026-11-01'], 'This day has passed.'],
      [['move', `${code}-2`, '28.12.2026'], 'The day must be written such as 2027-07-12'],
      [['move', `${code}-2`, '2029-12-01'], 'This day is more than two years away.'],
      [['move', `${code}-2`, '2027-03-01'], 'or move the later ones too (--later).'],
      [['move', `${code}-2`, (await days(code))[1]!], 'It is already due on this day.'],
      [['move', `${code}-1`, '2026-12-28'], 'There is nothing left to pay for this instalment.'],
      [['move', 'SLK-AAAAAA-1', '2026-12-28'], 'There is no such payment or order.'],
      [['split', `${code}-2`, '48', '--second-day', '2027-01-05'], 'The amount must be from'],
      [['split', `${code}-2`, '20', '--second-day', '2026-11-01'], '--second-day: This day has passed.'],
      [['waive', `${code}-2`, '48.01', '--reason', 'x'], 'Only €48.00 is outstanding.'],
      [['mail-link', `${code}-1`], 'There is nothing left to pay for this instalment.'],
      [['undo', 'SLK-AAAAAA'], 'There is no such payment or order.'],
    ];
    for (const [words, sentence] of cases) expect(await plan(...words), words.join(' ')).toEqual(refusal(sentence));
    expect([await days(code), await actionsOf(code)]).toEqual(before);
  });

  test('for an order without a plan, and one whose plan has not begun', async () => {
    const { order } = await placeOrder(app, mila, ['saturday']);
    expect(await plan('move', `${order.code}-1`, '2026-12-28')).toEqual(refusal('This order has no payment plan.'));
    const { order: waiting } = await placeOrder(app, mila, ['sandlark-pass-plan']);
    expect(await plan('waive', waiting.code, '--reason', 'x')).toEqual(refusal('its first payment has not arrived.'));
  });

  test.each([
    [['move', 'SLK-AAAAAA-1'], 'The day'],
    [['split', 'SLK-AAAAAA-1', '20'], '--second-day is missing: such as 2027-07-12'],
    [['split', 'SLK-AAAAAA-1', 'some', '--second-day', '2027-01-05'], 'some'],
    [['waive', 'SLK-AAAAAA'], '--reason is missing.'],
    [['waive', 'SLK-AAAAAA', '--reason', 'x'.repeat(2_001)], '--reason can have at most 2,000 characters.'],
  ])('for words that are missing or wrong: %j', async (words, sentence) => {
    expect(await plan(...words)).toEqual(refusal(sentence));
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { auditShop } from '#apps/server/audit-shop.ts';
import {
  approveTransferFile,
  finishRefunds,
  makeTransferFile,
  writeTransferFile,
} from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import { codeAt, givenPerson, MINUTE, type OfficePerson, signIn } from '../support/office-people.ts';
import { purchase } from '../support/purchase.ts';
import {
  app,
  givenRefundShop,
  hold,
  mila,
  parts,
  refundNow,
  request,
  requestRefundOf,
  start,
  ticketCodes,
} from '../support/refund-shop.ts';

/* A refund file for the bank is made once, needs two people above a certain sum, and has the same bytes each time. The
refunds in it are then paid or returned. */

givenRefundShop();
let joris: OfficePerson | undefined;
let berta: OfficePerson;
const PASS = 18_400;

beforeEach(async () => {
  if (!joris) {
    await app.db.run('update shop_items set capacity = null, capacity_wanted = null, limit_per_order = 0');
    joris = await givenPerson(app, 'Joris Hendriks', ['finance']);
    berta = await givenPerson(app, 'Berta Vos', ['owner']);
  }
  // Every test begins with a fresh proof, and at a new time, because the id of a file contains its time.
  await app.travel(6 * MINUTE);
  for (const { browser, secret } of [joris, berta]) {
    const proved = await browser.call('step-up', { code: codeAt(secret, app.clock.now()) });
    if (proved.status === 200) continue;
    const person = secret === joris.secret ? joris : berta;
    await signIn(app, person, person.browser);
  }
  await requireSecondPersonAbove(null);
});

const requireSecondPersonAbove = (sum: number | null) =>
  app.db.run(
    sum === null
      ? `update shop_state set config = config #- '{private,secondPersonAbove}', version = version + 1`
      : `update shop_state set config = jsonb_set(config, '{private,secondPersonAbove}', '${sum}'), version = version + 1`,
  );

async function makeStartedRefund(changes: Record<string, unknown> = {}): Promise<string> {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const code =
    Object.keys(changes).length === 0
      ? await requestRefundOf(order, { tickets: ticketCodes(order) })
      : ((await request(order, { tickets: ticketCodes(order) }, changes)).body.refund_id as string);
  await start(code);
  return code;
}

const files = (person = joris!) => person.browser.done('transfer-files');
async function make(person = joris!): Promise<{ id: string; needs_approval: boolean }> {
  const { next } = await files(person);
  return await person.browser.done('transfer-file-make', { content: next.content });
}
const openFile = (id: string, person = joris!) => person.browser.done('transfer-file', { file: id });
const written = async (id: string, person = joris!) =>
  (await person.browser.done('transfer-file-write', { file: id })).xml as string;
const refusalOf = async (person: OfficePerson, name: string, body: object) => {
  const answer = await person.browser.call(name, { request_key: crypto.randomUUID(), ...body });
  return [answer.status, answer.body.message];
};
const auditOf = async (subject: string) =>
  (
    await app.db.rows<{ action: string; actor: string }>(
      'select action, actor from audit_log where subject = $1 order by id',
      [subject],
    )
  ).map(({ action, actor }) => `${action} ${actor}`);

const importStatement = ({ account, closing, day }: { account: string; closing: number; day: string }) =>
  app.db.run(
    `with imported as (
       insert into statement_imports (read_at, read_by, takes_running_days) values ($1, 'Joris Hendriks', false)
       returning id
     )
     insert into statements
       (import_id, position, file, format, scope, account, currency, opening, closing, is_balanced, first_day, last_day)
     select id, 0, 'statement.xml', 'camt', 'days', $2, 'EUR', 0, $3, true, $4, $4 from imported`,
    [app.clock.now(), account, closing, day],
  );

async function confirm(person: OfficePerson, name: string, body: object) {
  const { preview, outcome } = await person.browser.done(name, { ...body, preview: '' });
  const done = await person.browser.done(name, { ...body, preview });
  expect(done).toEqual({ done: true, preview, outcome });
  return outcome as { money: object[]; mails: { kind: string }[] };
}

describe('the next file', () => {
  test('contains every started refund with its amount, and lists those it leaves out', async () => {
    const [right, wrong] = [await makeStartedRefund(), await makeStartedRefund({ bank_iban: 'NL00ABNA0417164300' })];
    const { next } = await files();
    expect(next).toMatchObject({
      total: PASS,
      needs_approval: false,
      payer: { name: 'Stichting Sandlark', iban: 'NL85LARK0123456789' },
      problem: null,
      left_out: [{ code: wrong, amount: PASS, why: 'wrong_iban' }],
      waiting: 0,
    });
    expect(next.credits).toEqual([
      expect.objectContaining({
        code: right,
        amount: PASS,
        owner: 'Mila Okonkwo',
        account: 'NL •••• 4300',
        sent_as: null,
      }),
    ]);
    expect(JSON.stringify(next)).not.toMatch(/ABNA0417/);
    const { id } = await make();
    expect((await files()).next.credits).toEqual([]);
    expect(await auditOf(id)).toEqual(['transfer_file.made Joris Hendriks']);
    await confirm(joris!, 'refund-paid', { code: wrong, number: `by-hand-${wrong}` });
    await confirm(joris!, 'refund-paid', { code: right, number: `by-hand-${right}` });
  });

  test('is named after the day and the time in the shop’s time zone', async () => {
    const code = await makeStartedRefund();
    const [day] = app.clock.now().toISOString().split('T');
    const lateInUtc = new Date(`${day}T23:45:00Z`);
    const made = await makeTransferFile(parts, { actor: commandLine('tester') }, lateInUtc);
    const inAmsterdam = Temporal.Instant.from(lateInUtc.toISOString()).toZonedDateTimeISO('Europe/Amsterdam');
    const name = inAmsterdam.toPlainDateTime().toString({ smallestUnit: 'millisecond' }).replace(/[-:.]/g, '');
    expect(made).toMatchObject({ ok: true, value: { messageId: `SLK-REFUNDS-${name.replace('T', '-')}` } });
    await confirm(joris!, 'refund-paid', { code, number: `by-hand-${code}` });
  });

  test('shows the paying account’s balance in the last bank statement, as does its file', async () => {
    expect((await files()).next.balance).toBeNull();
    const day = app.clock.now().toISOString().slice(0, 10);
    await importStatement({ account: 'NL85LARK0123456789', closing: 6_004_275, day });
    await importStatement({ account: 'NL91ABNA0417164300', closing: 1, day });
    const code = await makeStartedRefund();
    const balance = { amount: 6_004_275, day };
    expect((await files()).next.balance).toEqual(balance);
    const { id } = await make();
    expect((await openFile(id)).balance).toEqual(balance);
    await app.db.run('update statements set last_day = last_day - 8');
    expect((await openFile(id)).balance).toBeNull();
    await confirm(joris!, 'refund-paid', { code, number: `by-hand-${code}` });
  });

  test('leaves out a refund without a known account; its customer can be asked for one by mail', async () => {
    const [code, known] = [await makeStartedRefund(), await makeStartedRefund()];
    await app.db.run('update refunds set bank_sealed = null, bank_country = null where code = $1', [code]);
    expect((await files()).next.left_out).toMatchObject([{ code, amount: PASS, why: 'erased' }]);
    for (let time = 0; time < 2; time += 1) {
      const { mails, money } = await confirm(joris!, 'refund-account-ask', { code });
      expect({ mails, money }).toMatchObject({
        mails: [{ kind: 'refund-account', to: 'mila@example.org' }],
        money: [],
      });
      await app.travel(MINUTE);
    }
    await app.settle();
    const sent = (await app.mails()).findLast(({ kind }) => kind === 'refund-account')!;
    expect(sent.body_text).toContain(`/portal/refunds/${code}/account`);
    expect(sent.body_text).not.toContain('card');
    expect(await auditOf(code)).toContain('refund.account_asked Joris Hendriks');
    expect((await joris!.browser.call('refund-account-ask', { code: known, preview: '' })).status).toBe(409);
    for (const one of [code, known]) await confirm(joris!, 'refund-paid', { code: one, number: `by-hand-${one}` });
  });

  test('contains a refund whose account staff entered, and the customer gets a mail about it', async () => {
    const code = await makeStartedRefund();
    await app.db.run('update refunds set bank_sealed = null, bank_country = null where code = $1', [code]);
    const account = { code, ...bankOnWire, bank_iban: 'NL20 INGB 0001 2345 67' };
    const form = await joris!.browser.done('refund-account-form', { code });
    expect(form).toMatchObject({ amount: PASS, full_name: 'Mila Okonkwo', iban_countries: expect.any(Array) });
    const [status, message] = await refusalOf(joris!, 'refund-account-give', {
      ...account,
      bank_name: '',
      preview: '',
    });
    expect([status, message]).toEqual([422, 'Please fill out the following fields: Bank name.']);
    await app.travel(6 * MINUTE);
    const { preview } = await joris!.browser.done('refund-account-give', { ...account, preview: '' });
    expect(await joris!.browser.call('refund-account-give', { ...account, preview })).toMatchObject({
      status: 403,
      body: { code: 'step_up' },
    });
    await joris!.browser.done('step-up', { code: codeAt(joris!.secret, app.clock.now()) });
    const { mails, money } = await confirm(joris!, 'refund-account-give', account);
    expect({ mails, money }).toMatchObject({
      mails: [{ kind: 'refund-bank-details', to: 'mila@example.org' }],
      money: [],
    });
    await app.settle();
    const sent = (await app.mails()).findLast(({ kind }) => kind === 'refund-bank-details')!;
    expect(sent.body_text).toContain('We have entered the account that you gave us.');
    expect(sent.body_text).toContain('•••• 4567');
    expect(await auditOf(code)).toContain('refund.account_entered Joris Hendriks');
    const kept = await app.db.rows('select details from audit_log where subject = $1', [code]);
    expect(JSON.stringify([kept, sent])).not.toMatch(/INGB|1234 ?567/);
    expect((await files()).next.credits).toEqual([expect.objectContaining({ code, account: 'NL •••• 4567' })]);
    expect(await refusalOf(joris!, 'refund-account-give', { ...account, preview: '' })).toEqual([
      409,
      'We no longer need a bank account for this refund.',
    ]);
    expect((await joris!.browser.done('refund-account-form', { code })).amount).toBe(0);
    await confirm(joris!, 'refund-paid', { code, number: `by-hand-${code}` });
  });

  test('contains a returned refund with another account, from its customer or from staff', async () => {
    const code = await makeStartedRefund();
    await make();
    await confirm(joris!, 'refund-returned', { code, note: 'AC04 account closed' });
    const { total, ...returned } = (await refundNow(code))!;
    expect(returned).toMatchObject({ account_needed: 0, account_replaceable: total });
    expect((await joris!.browser.done('refund-account-form', { code })).amount).toBe(total);
    expect((await joris!.browser.done('order-open', { code: returned.order.code })).refunds).toMatchObject([
      { code, account_needed: 0, returned: { amount: total, reason: 'AC04 account closed' } },
    ]);
    const { mails } = await confirm(joris!, 'refund-account-ask', { code });
    expect(mails).toMatchObject([{ kind: 'refund-account', to: 'mila@example.org' }]);
    await app.settle();
    const sent = (await app.mails()).findLast(({ kind }) => kind === 'refund-account')!;
    expect(sent.body_text?.replace(/\s+/g, ' ')).toContain('the account that you gave us does not accept it');
    await confirm(joris!, 'refund-account-give', { code, ...bankOnWire, bank_iban: 'NL20 INGB 0001 2345 67' });
    expect(await refundNow(code)).toMatchObject({ status: 'processing', account_replaceable: 0 });
    expect((await files()).next.credits).toEqual([expect.objectContaining({ code, account: 'NL •••• 4567' })]);
    await confirm(joris!, 'refund-paid', { code, number: `by-hand-${code}` });
  });

  test('cannot be made without the account that pays', async () => {
    await makeStartedRefund();
    const payer = `'{private,payer,bankIban}'`;
    const set = (iban: string) =>
      app.db.run(`update shop_state set config = jsonb_set(config, ${payer}, '${iban}'), version = version + 1`);
    await set('null');
    const { next } = await files();
    expect([next.payer, next.problem]).toEqual([
      null,
      'The account that pays is missing: operator.bank_iban in the shop folder.',
    ]);
    expect(await refusalOf(joris!, 'transfer-file-make', { content: next.content })).toEqual([409, next.problem]);
    await set('"NL85LARK0123456789"');
    expect((await make()).needs_approval).toBe(false);
  });

  test('is made as previewed, or not at all', async () => {
    await makeStartedRefund();
    const { next } = await files();
    await makeStartedRefund();
    const [status, message] = await refusalOf(joris!, 'transfer-file-make', { content: next.content });
    expect([status, message]).toEqual([409, expect.stringContaining('Something has changed since you looked')]);
    const { id } = await make();
    expect((await openFile(id)).rows).toHaveLength(2);
  });

  test('is made once, however many people make it at once, even from the command line', async () => {
    const codes = [await makeStartedRefund(), await makeStartedRefund()];
    const { next } = await files();
    const makeFile = (person: OfficePerson) =>
      person.browser.call('transfer-file-make', { content: next.content, request_key: crypto.randomUUID() });
    const shell = makeTransferFile(parts, { actor: commandLine('tester') }, new Date(app.clock.now().getTime() + 1));
    const answers = await Promise.all([makeFile(joris!), makeFile(berta), makeFile(joris!)]);
    const made = answers.filter(({ status }) => status === 200).length + ((await shell).ok ? 1 : 0);
    expect(made).toBe(1);
    for (const code of codes) {
      const rows = await app.db.rows(`select 1 from audit_log where subject = $1 and action = 'refund.exported'`, [
        code,
      ]);
      expect(rows).toHaveLength(1);
    }
  });

  test('is the same file when the same request comes again', async () => {
    await makeStartedRefund();
    const { next } = await files();
    const body = { content: next.content, request_key: crypto.randomUUID() };
    const first = await joris!.browser.call('transfer-file-make', body);
    expect(first.status).toBe(200);
    expect((await joris!.browser.call('transfer-file-make', body)).body).toEqual(first.body);
  });
});

describe('a file', () => {
  test('has the same bytes on every download, each of which is audited', async () => {
    const code = await makeStartedRefund();
    const { id } = await make();
    const xml = await written(id);
    expect(xml).toContain(`<EndToEndId>${code}</EndToEndId>`);
    expect(xml).toContain('<IBAN>NL91ABNA0417164300</IBAN>');
    await app.travel(3 * 24 * 60 * MINUTE);
    const later = await writeTransferFile(parts, { messageId: id, actor: commandLine('tester') }, app.clock.now());
    expect(later.ok && later.value.xml).toBe(xml);
    expect(await auditOf(id)).toEqual([
      'transfer_file.made Joris Hendriks',
      'transfer_file.written Joris Hendriks',
      'transfer_file.written tester',
    ]);
  });

  test('is not written if its bank details have changed since', async () => {
    const [one, other] = [await makeStartedRefund(), await makeStartedRefund()];
    const { id } = await make();
    await app.db.run('update refunds set bank_sealed = null where code = $1', [other]);
    expect(await refusalOf(joris!, 'transfer-file-write', { file: id })).toEqual([
      409,
      'Bank details in this file have changed or were deleted, so it cannot be written again.',
    ]);
    await app.db.run('update transfer_files set digest = sha256($$other$$) where message_id = $1', [id]);
    expect((await refusalOf(joris!, 'transfer-file-write', { file: id }))[0]).toBe(409);
    expect(await refundNow(one)).toMatchObject({ status: 'processing' });
  });

  test('shows each credit as paid by the statement, marked as paid, returned or open', async () => {
    const [byStatement, byHand, back, left] = [
      await makeStartedRefund(),
      await makeStartedRefund(),
      await makeStartedRefund(),
      await makeStartedRefund(),
    ];
    const { id } = await make();
    const line = { transaction: 'BANK-7', words: '' };
    await finishRefunds(parts, { codes: [byStatement], actor: commandLine('tester'), bankLine: line }, app.clock.now());
    const outcome = await confirm(joris!, 'refund-paid', { code: byHand, number: 'BANK-8' });
    expect(outcome.money).toContainEqual({ account: 'bank', amount: -PASS });
    expect(outcome.mails.map(({ kind }) => kind)).toEqual(['refund-processed']);
    await confirm(joris!, 'refund-returned', { code: back, note: 'AC04 account closed' });
    const { rows, paid, returned, can_cancel: canCancel } = await openFile(id);
    expect(rows).toEqual([
      expect.objectContaining({ code: byStatement, state: 'paid', number: 'BANK-7' }),
      expect.objectContaining({ code: byHand, state: 'paid', number: 'BANK-8' }),
      expect.objectContaining({ code: back, state: 'returned', reason: 'AC04 account closed' }),
      expect.objectContaining({ code: left, state: 'in_file', number: null, reason: '' }),
    ]);
    expect({ paid, returned, canCancel }).toEqual({ paid: 2, returned: 1, canCancel: false });
    expect(await refundNow(back)).toMatchObject({ status: 'problem' });
    // The refund goes into the next file, and this one still shows that it was returned.
    await start(back);
    expect((await files()).next.credits).toEqual([expect.objectContaining({ code: back })]);
    expect((await openFile(id)).rows[2]).toMatchObject({ code: back, state: 'returned' });
    expect(await refusalOf(joris!, 'refund-paid', { code: byHand, number: 'BANK-9', preview: '' })).toEqual([
      409,
      'The bank has no part of this refund to pay, or has already paid or returned it.',
    ]);
    expect((await refusalOf(joris!, 'refund-paid', { code: left, number: '', preview: '' }))[0]).toBe(422);
    expect((await refusalOf(joris!, 'refund-returned', { code: left, note: '', preview: '' }))[0]).toBe(422);
  });

  test('shows a refund as returned after the command line marked it as a problem', async () => {
    const code = await makeStartedRefund();
    const { id } = await make();
    await hold(code);
    expect((await openFile(id)).rows.at(-1)).toMatchObject({ code, state: 'returned' });
  });

  test('can be cancelled, which frees its refunds, until the bank has paid or returned one of them', async () => {
    const [one, other] = [await makeStartedRefund(), await makeStartedRefund()];
    const { id } = await make();
    expect(await joris!.browser.done('transfer-file-cancel', { file: id })).toMatchObject({
      freed: expect.any(Number),
    });
    expect(await refusalOf(joris!, 'transfer-file-write', { file: id })).toEqual([
      409,
      'This file is cancelled. Its refunds are in the next one.',
    ]);
    expect((await refusalOf(joris!, 'transfer-file-cancel', { file: id }))[0]).toBe(409);
    expect(await auditOf(one)).toContain('refund.taken_out_of_file Joris Hendriks');
    await app.travel(MINUTE);
    const next = await make();
    expect((await openFile(next.id)).rows.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining([one, other]),
    );
    await confirm(joris!, 'refund-paid', { code: one, number: `cancel-${one}` });
    expect(await refusalOf(berta, 'transfer-file-cancel', { file: next.id })).toEqual([
      409,
      'The bank has paid or returned refunds of this file, so it cannot be cancelled.',
    ]);
  });

  test('that is cancelled and paid at once frees only refunds that were not paid', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = [await makeStartedRefund(), await makeStartedRefund()];
      const { id } = await make();
      const line = { transaction: `RACE-${round}`, words: '' };
      const [cancelled, paid] = await Promise.all([
        joris!.browser.call('transfer-file-cancel', { file: id, request_key: crypto.randomUUID() }),
        finishRefunds(parts, { codes: [one], actor: commandLine('bank'), bankLine: line }, app.clock.now()),
      ]);
      expect(paid.ok).toBe(true);
      expect(await refundNow(one)).toMatchObject({ status: 'processed' });
      const inNext = (await files()).next.credits.map(({ code }: { code: string }) => code);
      expect(inNext).not.toContain(one);
      expect(inNext.includes(other)).toBe(cancelled.status === 200);
      await app.travel(1_000);
      if (cancelled.status === 200) await make();
    }
  });
});

test('the doctor names a file that does not agree with its refunds', async () => {
  const code = await makeStartedRefund();
  const { id } = await make();
  const findings = async () => (await auditShop(app.db, app.clock.now())).findings;
  expect(await findings()).toEqual([]);
  await app.db.run('update transfer_files set total = total + 1 where message_id = $1', [id]);
  expect(await findings()).toEqual([expect.stringContaining(`refund files ${id}: The file orders`)]);
  await app.db.run('update transfer_files set total = total - 1 where message_id = $1', [id]);
  await app.db.run(`update refunds set exported_in = 'SLK-LOST' where code = $1`, [code]);
  expect(await findings()).toEqual([expect.stringContaining(`refund files ${code}: The refund names a file`)]);
  await app.db.run('update refunds set exported_in = $2 where code = $1', [code, id]);
  expect(await findings()).toEqual([]);
});

describe('above the shop’s limit for one person', () => {
  test('a file waits until a second person has approved it, and the audit names both', async () => {
    const total = async () => (await files()).next.total as number;
    await makeStartedRefund();
    await requireSecondPersonAbove(await total());
    expect((await files()).next.needs_approval).toBe(false);
    await requireSecondPersonAbove((await total()) - 1);
    expect((await files()).next.needs_approval).toBe(true);
    const { id, needs_approval: needsApproval } = await make();
    expect(needsApproval).toBe(true);
    expect(await openFile(id)).toMatchObject({ state: 'waits_for_approval', is_own: true });
    const { matters } = await berta.browser.done('inbox');
    expect(matters.find(({ key }: { key: string }) => key === `transfer-file:${id}`).facts).toMatchObject({
      from: 'Joris Hendriks',
      count: 1,
    });
    for (const person of [joris!, berta]) {
      expect(await refusalOf(person, 'transfer-file-write', { file: id })).toEqual([
        409,
        'A second person has to approve this file first.',
      ]);
    }
    const again = await writeTransferFile(parts, { messageId: id, actor: commandLine('tester') }, app.clock.now());
    expect(again).toEqual({ ok: false, error: { kind: 'waits_for_approval' } });
    expect(await refusalOf(joris!, 'transfer-file-approve', { file: id })).toEqual([
      409,
      'You made this file. Somebody else has to approve it.',
    ]);
    await berta.browser.done('transfer-file-approve', { file: id });
    expect(await openFile(id)).toMatchObject({ state: 'ready', made_by: 'Joris Hendriks', approved_by: 'Berta Vos' });
    expect(await written(id)).toContain('<CstmrCdtTrfInitn>');
    expect((await auditOf(id)).slice(0, 2)).toEqual([
      'transfer_file.made Joris Hendriks',
      'transfer_file.approved Berta Vos',
    ]);
  });

  test('nobody can be both people, not even with two sessions, and the database refuses it too', async () => {
    await makeStartedRefund();
    await requireSecondPersonAbove(0);
    const { id } = await make();
    await app.travel(MINUTE);
    const elsewhere = await signIn(app, joris!);
    const approve = (browser: OfficePerson['browser']) =>
      browser.call('transfer-file-approve', { file: id, request_key: crypto.randomUUID() });
    const answers = await Promise.all([
      approve(joris!.browser),
      approve(elsewhere),
      approve(berta.browser),
      approve(berta.browser),
      approve(joris!.browser),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect([answers[0]!.status, answers[1]!.status, answers[4]!.status]).toEqual([409, 409, 409]);
    const approvals = (await auditOf(id)).filter((entry) => entry.startsWith('transfer_file.approved'));
    expect(approvals).toEqual(['transfer_file.approved Berta Vos']);
    await expect(
      app.db.run('update transfer_files set approved_by_staff = made_by_staff where message_id = $1', [id]),
    ).rejects.toThrow('transfer_files_two_people');
  });

  test('a waiting file is in the inbox of those who may approve it, until somebody decides', async () => {
    await makeStartedRefund();
    await requireSecondPersonAbove(0);
    const manager = await givenPerson(app, 'Nils Berg', ['manager']);
    const colleague = await givenPerson(app, 'Ida Kramer', ['finance']);
    const listed = async (person: OfficePerson) =>
      ((await person.browser.done('inbox')).matters as { kind: string; facts: { id: string } }[]).filter(
        ({ kind, facts }) => kind === 'transfer_file_waiting' && facts.id === id,
      );
    const made = app.clock.now();
    const { id } = await make();
    const { total, credits } = await openFile(id);
    expect(await listed(berta)).toEqual([
      expect.objectContaining({
        group: 'transfer_file_waiting',
        key: `transfer-file:${id}`,
        since: made.toISOString(),
        amount: total,
        facts: expect.objectContaining({ id, count: credits }),
      }),
    ]);
    expect(await listed(colleague)).toHaveLength(1);
    for (const person of [joris!, manager]) expect(await listed(person)).toEqual([]);
    await berta.browser.done('transfer-file-approve', { file: id });
    for (const person of [berta, colleague]) expect(await listed(person)).toEqual([]);

    await makeStartedRefund();
    const { id: second } = await make();
    const waits = async () =>
      ((await berta.browser.done('inbox')).matters as { key: string }[]).some(
        ({ key }) => key === `transfer-file:${second}`,
      );
    expect(await waits()).toBe(true);
    await joris!.browser.done('transfer-file-cancel', { file: second });
    expect(await waits()).toBe(false);
  });

  test('somebody without the permission cannot be the second person', async () => {
    await makeStartedRefund();
    await requireSecondPersonAbove(0);
    const { id } = await make();
    const lena = await givenPerson(app, 'Lena Ruiz', ['manager']);
    expect((await refusalOf(lena, 'transfer-file-approve', { file: id }))[0]).toBe(403);
    await berta.browser.done('transfer-file-approve', { file: id });
  });

  test('the command line cannot make such a file, because it cannot identify two people', async () => {
    await makeStartedRefund();
    await requireSecondPersonAbove(0);
    const refused = await makeTransferFile(parts, { actor: commandLine('tester') }, app.clock.now());
    expect(refused).toMatchObject({ ok: false, error: { kind: 'needs_two_people', above: 0 } });
    const { id } = await make();
    const actor = { kind: 'staff', id: berta.id, name: berta.name, sessionId: 1 } as const;
    expect(await approveTransferFile(parts, { messageId: 'SLK-OTHER', actor }, app.clock.now())).toMatchObject({
      ok: false,
    });
    await berta.browser.done('transfer-file-cancel', { file: id });
    expect(await refusalOf(berta, 'transfer-file-approve', { file: id })).toEqual([
      409,
      'This file is no longer waiting for a second person.',
    ]);
  });
});

describe('bank details', () => {
  test('are shown in full only with their own permission and a fresh proof, and audited', async () => {
    const code = await makeStartedRefund();
    const body = { codes: [code, code.toLowerCase(), 'SLK-NONE-R1'] };
    const { accounts } = await joris!.browser.done('refund-accounts', body);
    expect(accounts).toEqual([
      expect.objectContaining({ code, owner: 'Mila Okonkwo', iban: 'NL91ABNA0417164300', bank: 'Duinbank' }),
    ]);
    const seen = 'refund.bank_details_seen Joris Hendriks';
    expect((await auditOf(code)).filter((entry) => entry === seen)).toHaveLength(1);
    await app.travel(6 * MINUTE);
    for (const [name, more] of [
      ['refund-accounts', body],
      ['transfer-file-make', { content: 'x' }],
      ['transfer-file-write', { file: 'x' }],
      ['transfer-file-approve', { file: 'x' }],
      ['transfer-file-cancel', { file: 'x' }],
      ['refund-paid', { code, number: 'x', preview: '' }],
      ['refund-returned', { code, note: 'x', preview: '' }],
    ] as const) {
      const answer = await joris!.browser.call(name, more);
      expect([name, answer.body.code]).toEqual([name, 'step_up']);
    }
    const lena = await givenPerson(app, 'Lena Prins', ['manager']);
    for (const name of ['refund-accounts', 'transfer-files', 'transfer-file', 'transfer-file-make']) {
      expect([name, (await lena.browser.call(name, {})).status]).toEqual([name, 403]);
    }
  });
});

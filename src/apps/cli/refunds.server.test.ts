import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { orderParts } from '#apps/server/order-parts.ts';
import { makeTransferFile } from '#features/refunds/server/public.ts';
import { bankOnWire } from '#features/refunds/testing.ts';
import { commandLine } from '#kernel/actor.ts';
import type { Queryable } from '#platform/db/db.ts';
import { app, auditOf, folder, givenCommandShop, mila, shop } from '../../../test/support/command-shop.ts';
import { purchase } from '../../../test/support/purchase.ts';

givenCommandShop();

/** Requests the refund of a pass as its customer. */
async function requestRefund(changes: Record<string, unknown> = {}): Promise<string> {
  const order = await purchase(app, mila, ['sandlark-pass']);
  const { status, body } = await app.call('request-refund', {
    token: mila,
    order_id: order.id,
    tickets: order.tickets[0]!.code,
    ...bankOnWire,
    ...changes,
  });
  expect([status, body.message]).toEqual([200, undefined]);
  return body.refund_id;
}

/** Requests and starts a refund. */
async function startRefund(changes: Record<string, unknown> = {}): Promise<string> {
  const code = await requestRefund(changes);
  expect(await shop('refunds', 'start', code)).toMatchObject({ code: 0 });
  return code;
}

let files = 0;
const newFile = () => {
  files += 1;
  return path.join(folder, `refunds-${files}.xml`);
};

describe('refusing a request', () => {
  test('restores its items, erases the bank details, and tells only the customer the reason, not the audit log', async () => {
    const code = await requestRefund();
    const refused = await shop('refunds', 'refuse', code.toLowerCase(), '--reason', 'The concert took place.');
    expect(refused).toMatchObject({ code: 0, out: expect.stringContaining(`Refund ${code} is declined`) });
    const { body } = await app.call('get-data', { token: mila });
    expect(body.data.refunds[0]).toMatchObject({
      ...{ id: code, status: 'cancelled', is_refused: true, by_operator: false },
      ...{ reason: 'The concert took place.', bank_account_end: null },
      tickets: [{ status: 'active', allow_download: true }],
    });
    const mail = (await app.mails()).find(({ kind }) => kind === 'refund-refused')!;
    expect(mail).toMatchObject({ subject: `We could not accept your refund request ${code}` });
    expect(mail.body_text).toContain('The concert took place.');
    expect(await auditOf(code)).toEqual([{ actor: 'box-office', action: 'refund.refused' }]);
    const audited = await app.db.row<{ details: object }>('select details from audit_log where subject = $1', [code]);
    expect(JSON.stringify(audited!.details)).not.toContain('concert');
    expect((await shop('refunds', 'show', code)).out).toContain('It was declined: The concert took place.');
  });

  test('is not possible for a started or unknown refund, or without a reason', async () => {
    const code = await startRefund();
    expect(await shop('refunds', 'refuse', code, '--reason', 'no')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Refund ${code} is being paid out; only a request that has not been started`),
    });
    expect((await shop('refunds', 'refuse', 'SLK-NOBODY-R1', '--reason', 'no')).err).toContain('There is no refund');
    expect((await shop('refunds', 'refuse', code)).err).toContain('--reason must tell the customer why');
    expect((await shop('refunds', 'refuse', code, '--reason', '  ')).code).toBe(2);
    await shop('refunds', 'done', code);
  });
});

describe('correcting bank details', () => {
  const details = {
    country: 'NL',
    owner: 'Ada Lovelace',
    address: { street: 'Kade 1', postal_code: '1011 AB', city: 'Amsterdam' },
    bank: 'Kadebank',
    city: 'Amsterdam',
    bic: 'INGBNL2A',
    iban: 'NL20 INGB 0001 2345 67',
  };
  const fileWith = async (changes: object = {}) => {
    const file = newFile();
    await writeFile(file, JSON.stringify({ ...details, ...changes }));
    return file;
  };

  test('replaces what is sealed, and tells the customer the new account’s end; the audit log has no number', async () => {
    const code = await startRefund();
    const { bank_sealed: before } = (await app.db.row<{ bank_sealed: Buffer }>(
      'select bank_sealed from refunds where code = $1',
      [code],
    ))!;
    expect(await shop('refunds', 'bank-details', code, await fileWith())).toMatchObject({
      code: 0,
      out: expect.stringContaining('NL20 INGB 0001 2345 67'),
    });
    const row = (await app.db.row<{ bank_sealed: Buffer }>('select bank_sealed from refunds where code = $1', [code]))!;
    expect(row.bank_sealed.equals(before)).toBe(false);
    expect(row.bank_sealed.toString('latin1')).not.toContain('INGB');
    expect((await shop('refunds', 'show', code)).out).toContain('Kadebank');
    const mail = (await app.mails()).find(({ kind }) => kind === 'refund-bank-details')!;
    expect(mail.body_text).toContain('•••• 4567');
    expect(mail.body_text).not.toContain('INGB');
    const audited = await app.db.rows('select * from audit_log where subject = $1', [code]);
    expect(audited).toContainEqual(expect.objectContaining({ action: 'refund.bank_details_corrected' }));
    expect(JSON.stringify(audited)).not.toContain('4567');
    await shop('refunds', 'done', code);
  });

  test('warns of numbers that do not look right', async () => {
    const code = await requestRefund();
    const answer = await shop('refunds', 'bank-details', code, await fileWith({ iban: 'NL21 INGB 0001 2345 67' }));
    expect(answer).toMatchObject({ code: 0, out: expect.stringContaining('(does not look right)') });
    await shop('refunds', 'refuse', code, '--reason', 'no');
  });

  test('is refused while a file has the old ones, after the refund is paid, and for incomplete or unreadable files', async () => {
    const code = await startRefund();
    const text = async (...words: string[]) => (await shop('refunds', 'bank-details', code, ...words)).err;
    expect(await text(await fileWith({ iban: '' }))).toContain('IBAN');
    expect(await text(await fileWith({ ibann: 'x' }))).toContain('ibann');
    expect(await text(path.join(folder, 'nowhere.yaml'))).toContain('cannot be read');
    expect((await shop('refunds', 'bank-details', 'SLK-NOBODY-R1', await fileWith())).err).toContain('no refund');
    await app.db.run("update refunds set exported_in = 'FILE-1' where code = $1", [code]);
    expect(await text(await fileWith())).toContain('is in the file FILE-1 with its old bank details');
    await shop('refunds', 'problem', code);
    expect(await shop('refunds', 'bank-details', code, await fileWith())).toMatchObject({ code: 0 });
    await shop('refunds', 'start', code);
    await shop('refunds', 'done', code);
    expect(await text(await fileWith())).toContain('can no longer change');
  });
});

describe('the steps of a refund', () => {
  test('are printed with their result, and recorded with the operator', async () => {
    const code = await requestRefund({ note: 'the sea is too cold' });
    const listed = await shop('refunds', 'list');
    expect(listed.out).toMatch(new RegExp(`${code} +Requested +2026-11-20 11:00 +€184.00 +bank, NL`));
    const shown = await shop('refunds', 'show', code.toLowerCase());
    expect(shown.out).toContain('NL91 ABNA 0417 1643 00');
    expect(shown.out).toContain('Zandpad 12, 4325 AB, Noorderzand');
    expect(shown.out).toContain('the sea is too cold');

    expect(await shop('refunds', 'done', code)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Refund ${code} is requested; this command is not possible in that state.`),
    });
    expect((await shop('refunds', 'start', code)).out).toBe(
      `Refund ${code} is being paid out: €184.00 is owed to the customer.\n`,
    );
    expect((await shop('refunds', 'problem', code, '--reason', 'account closed')).out).toContain('has a problem');
    expect(await shop('refunds', 'start', code)).toMatchObject({ code: 0 });
    expect((await shop('refunds', 'done', code, '--as', 'Noor')).out).toBe(
      `Refund ${code} is paid out: €184.00 has been paid and the customer notified.\n`,
    );
    expect(await auditOf(code)).toEqual([
      { actor: 'box-office', action: 'refund.bank_details_seen' },
      { actor: 'box-office', action: 'refund.processing' },
      { actor: 'box-office', action: 'refund.problem' },
      { actor: 'box-office', action: 'refund.processing' },
      { actor: 'Noor', action: 'refund.processed' },
    ]);
    expect((await shop('refunds', 'list', '--status', 'processed')).out).toContain(code);
    const note = await app.db.row(
      'select refund_id from invoices i join refunds r on r.id = i.refund_id where r.code = $1',
      [code],
    );
    expect(note).toBeDefined();
  });

  test('are done for all the given refunds or for none; each refund that cannot be changed is named', async () => {
    const [one, two] = [await requestRefund(), await requestRefund()];
    const before = await app.db.rows('select * from refunds order by id');
    const answer = await shop('refunds', 'start', one, 'SLK-NOBODY-R1', two, 'SLK-NOBODY-R2');
    expect(answer).toEqual({
      code: 2,
      out: '',
      err: 'There is no refund SLK-NOBODY-R1.\nThere is no refund SLK-NOBODY-R2.\nNothing was changed.\n',
    });
    expect(await app.db.rows('select * from refunds order by id')).toEqual(before);
    await shop('refunds', 'start', two);
    expect(await shop('refunds', 'start', one, two)).toMatchObject({ code: 2, out: '' });
    expect(await auditOf(one)).toEqual([]);
    await shop('refunds', 'done', two);
  });

  test('can be done for several refunds at once, even of the same order', async () => {
    const order = await purchase(app, mila, ['sandlark-pass', 'dune-camping']);
    const ofOneOrder = [];
    for (const { code } of order.tickets) {
      const { body } = await app.call('request-refund', {
        token: mila,
        order_id: order.id,
        tickets: code,
        ...bankOnWire,
      });
      ofOneOrder.push(body.refund_id);
    }
    const codes = [await requestRefund(), ...ofOneOrder.reverse()];
    const started = await shop('refunds', 'start', ...codes, codes[0]!);
    expect(started.out.match(/^Refund (\S+) is being paid out/gm)).toEqual(
      codes.map((code) => `Refund ${code} is being paid out`),
    );
    const words = codes.map((code) => code.toLowerCase().replaceAll('-', ' '));
    expect((await shop('refunds', 'done', ...words)).out.match(/ is paid out: /g)).toHaveLength(3);
  });

  test('are refused without a refund and for an unknown one, as is an unknown status', async () => {
    expect(await shop('refunds', 'start')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The refund is missing'),
    });
    expect((await shop('refunds', 'list', '--status', 'lost')).code).toBe(2);
    expect((await shop('refunds', 'show', 'SLK-NOBODY-R1')).code).toBe(2);
    expect((await shop('refunds', 'list', '--status', 'problem')).out).toBe(
      'No refund has the status “Not paid out”.\n',
    );
  });
});

describe('the transfer file', () => {
  test('contains every started refund once, and only its owner can read it', async () => {
    const [one, two] = [
      await startRefund({ bank_owner_full_name: 'Łukasz Müller-Ångström & Søn' }),
      await startRefund(),
    ];
    const file = newFile();
    const answer = await shop('refunds', 'export', file);
    expect([answer.code, answer.err]).toEqual([0, '']);
    expect(answer.out).toContain('contains 2 refunds, €368.00 in total, with the ID SLK-REFUNDS-20261120-');
    const xml = await readFile(file, 'utf8');
    expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>368.00</CtrlSum>');
    expect(xml).toContain('<Dbtr><Nm>Stichting Sandlark</Nm></Dbtr>');
    expect(xml).toContain('<DbtrAcct><Id><IBAN>NL85LARK0123456789</IBAN></Id></DbtrAcct>');
    expect(xml).toContain('<Cdtr><Nm>Lukasz Muller-Angstrom + Son</Nm></Cdtr>');
    for (const code of [one, two]) expect(xml).toContain(`<EndToEndId>${code}</EndToEndId>`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    expect(await shop('refunds', 'export', newFile())).toMatchObject({
      code: 0,
      out: 'No started refunds are waiting for a file.\n',
    });
    expect((await shop('refunds', 'list')).out).toMatch(new RegExp(`${one} .*in SLK-REFUNDS-`));

    // The repeated file has the same bytes and the same id, so that the bank executes it only once.
    const id = /SLK-REFUNDS-[\d-]+/.exec(answer.out)![0];
    const again = newFile();
    expect((await shop('refunds', 'export', again, '--again', id)).code).toBe(0);
    expect(await readFile(again, 'utf8')).toBe(xml);
    expect((await shop('refunds', 'export', newFile(), '--again', 'SLK-OTHER')).code).toBe(2);

    // A refund that the bank sent back is ordered again in the next file.
    await shop('refunds', 'problem', two);
    await shop('refunds', 'start', two);
    expect((await shop('refunds', 'export', newFile())).out).toContain('contains 1 refund,');
    expect((await auditOf(two)).map(({ action }) => action)).toEqual([
      'refund.processing',
      'refund.exported',
      'refund.problem',
      'refund.processing',
      'refund.exported',
    ]);
    await shop('refunds', 'done', one, two);
  });

  test('replaces letters that no bank accepts and prints the changed names; a payer whose name has no others is refused', async () => {
    const code = await startRefund({ bank_owner_full_name: '=Мила Söhne & <Co>' });
    expect(await shop('refunds', 'export', newFile(), '--name', 'Ларк')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The payer’s name "Ларк" cannot be written in a SEPA file.'),
    });
    const file = newFile();
    const answer = await shop('refunds', 'export', file, '--name', 'Lårk');
    expect(answer.out).toContain(
      `Check ${code}: its account holder "=Мила Söhne & <Co>" appears in the file as "Sohne + Co".`,
    );
    expect(await readFile(file, 'utf8')).toContain('<Dbtr><Nm>Lark</Nm></Dbtr>');
    await shop('refunds', 'done', code);
  });

  test('leaves out refunds without a complete IBAN, and names them', async () => {
    const wrong = await startRefund({ bank_iban: 'NL00ABNA0417164300' });
    const abroad = await startRefund({ bank_country: 'US', bank_iban: '', bank_account: '021000021 12345' });
    const british = await startRefund({ bank_country: 'GB', bank_iban: 'GB29NWBK60161331926819', bank_bic: 'NOBANK' });
    const nothing = await shop('refunds', 'export', newFile());
    expect(nothing.code).toBe(2);
    expect(nothing.err).toContain('None of the started refunds can be paid with a SEPA file.');
    const right = await startRefund();
    const answer = await shop('refunds', 'export', newFile());
    expect(answer.out).toContain('contains 1 refund,');
    expect(answer.out).toContain(`${wrong} has an IBAN that does not look right`);
    expect(answer.out).toContain(`${abroad} has an account number but no IBAN`);
    expect(answer.out).toContain(`${british} needs a BIC`);
    await shop('refunds', 'done', wrong, abroad, british, right);
  });

  test('is listed with the state of its refunds, and can be cancelled until the bank has paid one of them', async () => {
    await app.travel(60_000);
    const [one, two] = [await startRefund(), await startRefund()];
    const made = await shop('refunds', 'export', newFile());
    const id = /SLK-REFUNDS-[\d-]+/.exec(made.out)![0];
    expect((await shop('refunds', 'files')).out).toMatch(new RegExp(`${id} .*€368.00 +0 of 2 paid, 0 returned`));
    expect(await shop('refunds', 'cancel-file', id)).toEqual({
      code: 0,
      out: `The file ${id} is cancelled: 2 refunds go into the next one.\n`,
      err: '',
    });
    expect((await shop('refunds', 'cancel-file', id)).err).toContain('has already been cancelled');
    expect((await shop('refunds', 'export', newFile(), '--again', id)).err).toContain('is cancelled');
    expect((await shop('refunds', 'files')).out).toMatch(new RegExp(`${id} .* cancelled`));
    await app.travel(60_000);
    const next = await shop('refunds', 'export', newFile());
    expect(next.out).toContain('contains 2 refunds,');
    await shop('refunds', 'done', one);
    const later = /SLK-REFUNDS-[\d-]+/.exec(next.out)![0];
    expect((await shop('refunds', 'cancel-file', later)).err).toContain('has paid or returned refunds');
    expect((await shop('refunds', 'cancel-file', 'SLK-OTHER')).err).toContain('There is no file SLK-OTHER.');
    await shop('refunds', 'done', two);
  });

  test('marks no refund as exported if the file already exists or cannot be written', async () => {
    const code = await startRefund();
    const file = newFile();
    await writeFile(file, 'not to be lost');
    expect(await shop('refunds', 'export', file)).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be written'),
    });
    expect(await readFile(file, 'utf8')).toBe('not to be lost');
    expect((await shop('refunds', 'export', path.join(folder, 'nowhere', 'x.xml'))).code).toBe(2);
    expect((await shop('refunds', 'export', newFile(), '--iban', 'NL00LARK0123456789')).err).toContain(
      'does not look right',
    );
    const { exported_in: exportedIn } = (await app.db.row('select exported_in from refunds where code = $1', [code]))!;
    expect(exportedIn).toBeNull();
    await shop('refunds', 'done', code);
  });

  test('leaves out only the refund whose bank details are sealed with another key, and explains what to do', async () => {
    const lost = await startRefund();
    const other = await startRefund();
    // Another refund's sealed bytes are as unreadable as bytes sealed with another key.
    await app.db.run(
      'update refunds set bank_sealed = (select bank_sealed from refunds where code = $2) where code = $1',
      [lost, other],
    );
    const exported = await shop('refunds', 'export', newFile());
    expect(exported).toMatchObject({ code: 0 });
    expect(exported.out).toContain('contains 1 refund,');
    expect(exported.out).toContain(`${lost} has bank details encrypted with a different SECRET_KEY`);
    expect((await shop('refunds', 'show', lost)).out).toContain(
      'cannot be read: they were encrypted with a different SECRET_KEY',
    );
  });

  test('has each refund once, even if three are exported at the same time', async () => {
    const codes = [await startRefund(), await startRefund(), await startRefund()];
    const files = await Promise.all([1, 2, 3].map(() => exportNow()));
    const written = files.flatMap((file) => (file.ok ? file.value.xml : []));
    for (const code of codes) expect(written.filter((xml) => xml.includes(`>${code}<`))).toHaveLength(1);
    await shop('refunds', 'done', ...codes);
  });

  const exportNow = () =>
    makeTransferFile(
      orderParts({ config: app.config, db: app.db, gateways: app.gateways }).refunds,
      {
        given: { name: 'Stichting Sandlark', iban: 'NL85LARK0123456789', bic: 'LARKNL2A' },
        actor: commandLine('tester'),
      },
      app.clock.now(),
    );

  test('can be written again if the command was killed, and no later file contains its refunds', async () => {
    // A file's id contains the time, so two files need different times.
    await app.travel(60_000);
    const code = await startRefund();
    const lost = await exportNow();
    const { messageId, xml } = lost.ok ? lost.value : { messageId: '', xml: '' };
    expect((await shop('refunds', 'export', newFile())).out).not.toContain('contains');
    expect((await shop('refunds', 'list')).out).toMatch(new RegExp(`${code} .*in ${messageId}`));
    const again = newFile();
    expect((await shop('refunds', 'export', again, '--again', messageId)).code).toBe(0);
    expect(await readFile(again, 'utf8')).toBe(xml);
    await shop('refunds', 'done', code);
  });

  test('has the oldest refunds if not all fit, and the command prints how many wait', async () => {
    const [first, second] = [await startRefund(), await startRefund()];
    const file = newFile();
    const answer = await shop('refunds', 'export', file, '--limit', '1');
    expect(answer.out).toContain('contains 1 refund,');
    expect(answer.out).toContain('1 refund more for the next file');
    expect(await readFile(file, 'utf8')).toContain(`>${first}<`);
    const next = newFile();
    expect((await shop('refunds', 'export', next)).out).not.toContain('for the next file');
    expect(await readFile(next, 'utf8')).toContain(`>${second}<`);
    expect((await shop('refunds', 'export', newFile(), '--limit', '0')).code).toBe(2);
    await shop('refunds', 'done', first, second);
  });

  test('has its refunds oldest first, but they are locked in the order of their ids', async () => {
    const [low, high] = [await startRefund(), await startRefund()];
    await app.db.run(`update refunds set created_at = created_at - interval '1 day' where code = $1`, [high]);
    const lock = (tx: Queryable, code: string) => tx.row('select 1 from refunds where code = $1 for update', [code]);
    let exporting: ReturnType<typeof exportNow> | undefined;
    await app.db.transaction(async (tx) => {
      await lock(tx, low);
      exporting = exportNow();
      await untilWaiting();
      await tx.run(`set local lock_timeout = '200ms'`);
      await lock(tx, high);
    });
    const exported = await exporting!;
    expect(exported.ok && exported.value.orders.map(({ refund }) => refund.code)).toEqual([high, low]);
    await shop('refunds', 'done', low, high);
  });

  async function untilWaiting(): Promise<void> {
    for (;;) {
      const row = await app.db.row<{ count: number }>(
        `select count(*) as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%for update of refund%'`,
      );
      if (row!.count > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
});

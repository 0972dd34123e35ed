import { describe, expect, test } from 'vitest';
import { creditTransferXml, newMessageId, type Transfer } from './credit-transfer.ts';
import { transferNeeds } from './sepa-countries.ts';
import { losesLetters, sepaText } from './sepa-text.ts';

const transfer = (over: Partial<Transfer> = {}): Transfer => ({
  endToEndId: 'SLK-2H9C4T-R1',
  amount: 18_400,
  name: 'Mila Okonkwo',
  iban: 'NL91ABNA0417164300',
  bic: 'ABNANL2A',
  text: 'Sandlark refund SLK-2H9C4T-R1',
  ...over,
});
const fileOf = (...transfers: Transfer[]): string =>
  creditTransferXml({
    messageId: 'SLK-REFUNDS-20261120-100000000',
    createdAt: new Date('2026-11-20T10:00:00.500Z'),
    day: '2026-11-20',
    payer: { name: 'Stichting Sandlark', iban: 'NL85LARK0123456789', bic: null },
    transfers,
  });

describe('a transfer file', () => {
  test('follows the schema of pain.001.001.09, element by element', () => {
    // This exact text was validated against the published schema.
    expect(fileOf(transfer())).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
        '<GrpHdr><MsgId>SLK-REFUNDS-20261120-100000000</MsgId><CreDtTm>2026-11-20T10:00:00Z</CreDtTm>',
        '<NbOfTxs>1</NbOfTxs><CtrlSum>184.00</CtrlSum><InitgPty><Nm>Stichting Sandlark</Nm></InitgPty></GrpHdr>',
        '<PmtInf><PmtInfId>SLK-REFUNDS-20261120-100000000</PmtInfId><PmtMtd>TRF</PmtMtd>',
        '<NbOfTxs>1</NbOfTxs><CtrlSum>184.00</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>',
        '<ReqdExctnDt><Dt>2026-11-20</Dt></ReqdExctnDt><Dbtr><Nm>Stichting Sandlark</Nm></Dbtr>',
        '<DbtrAcct><Id><IBAN>NL85LARK0123456789</IBAN></Id></DbtrAcct>',
        '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>',
        '<CdtTrfTxInf><PmtId><EndToEndId>SLK-2H9C4T-R1</EndToEndId></PmtId>',
        '<Amt><InstdAmt Ccy="EUR">184.00</InstdAmt></Amt>',
        '<CdtrAgt><FinInstnId><BICFI>ABNANL2A</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Mila Okonkwo</Nm></Cdtr>',
        '<CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct>',
        '<RmtInf><Ustrd>Sandlark refund SLK-2H9C4T-R1</Ustrd></RmtInf></CdtTrfTxInf></PmtInf>',
        '</CstmrCdtTrfInitn></Document>\n',
      ].join(''),
    );
  });

  test('adds up to the cent, and leaves out an unknown BIC', () => {
    const xml = fileOf(transfer({ amount: 5, bic: null }), transfer({ amount: 1_000_000_10 }));
    expect(xml).toContain('<CtrlSum>1000000.15</CtrlSum>');
    expect(xml).toContain('>0.05<');
    expect(xml.match(/<CdtrAgt>/g)).toHaveLength(1);
    expect(() => fileOf(transfer({ amount: 0.5 }))).toThrow(RangeError);
  });

  test('escapes names', () => {
    const xml = fileOf(transfer({ name: '</Nm><IBAN>NL00</IBAN>', text: '"&<>\'' }));
    expect(xml).not.toContain('<IBAN>NL00</IBAN>');
    expect(xml.match(/<CdtTrfTxInf>/g)).toHaveLength(1);
  });
});

describe('a name for the bank', () => {
  test.each([
    ['Łukasz Müller-Ångström', 'Lukasz Muller-Angstrom'],
    ['Søren Ægir & Søn', 'Soren AEgir + Son'],
    ['Đorđe Weiß', 'Dorde Weiss'],
    ['//Owner//', 'Owner'],
    ['李小龍', '-'],
    [`${'x'.repeat(69)} yz`, 'x'.repeat(69)],
  ])('%s is written %s', (name, written) => expect(sepaText(name, 70)).toBe(written));
});

test('a text that is cut after a slash loses the slash', () => {
  expect(sepaText('Mila / Visser', 6)).toBe('Mila');
});

test.each([
  ['Łukasz Müller-Ångström & Søn’s (Ħal)', false],
  ['=Мила Söhne', true],
  ['Ørsted 李', true],
  ['١٢٣', true],
  ['x'.repeat(71), true],
])('the name %s loses letters in a file: %s', (name, isLost) => expect(losesLetters(name, 70)).toBe(isLost));

test('a file’s id is unique and never cut off, even with the longest order prefix', () => {
  const ids = ['998', '999'].map((ms) => newMessageId('ABCDEF', `2026-12-31T23:59:59.${ms}`));
  expect(ids.map((id) => sepaText(id, 35))).toEqual(ids);
  expect(new Set(ids).size).toBe(2);
});

test('a country takes euro transfers with an IBAN, with an IBAN and a BIC, or not at all', () => {
  expect(['NL', 'IS', 'GB', 'CH', 'US', 'TR'].map(transferNeeds)).toEqual([
    'iban',
    'iban',
    'iban_and_bic',
    'iban_and_bic',
    null,
    null,
  ]);
});

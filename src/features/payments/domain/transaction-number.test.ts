import { expect, test } from 'vitest';
import { transactionNumber } from './transaction-number.ts';

const DIGEST = '0123456789abcdef0123456789abcdef';

test.each([
  ['BT 2026/11', 'BT 2026/11'],
  ['pi_3Q', 'pi_3Q'],
  ['camt:NL85LARK0123456789:2026-11-19:-4610:BANKREF000005', 'BANKREF000005'],
  ['mt940:12030000/202051:2026-11-19:7600:DEP/2', 'DEP/2'],
  ['camt:NL85LARK0123456789:2026-11-19:15200:REF1234567890·2', 'REF1234567890'],
  [`camt:account:2026-11-19:7600:BATCH77/=${DIGEST}`, 'BATCH77'],
  [`csv:account:2026-11-19:7600:=${DIGEST}#2`, null],
])('the number of %s is %s', (transaction, number) => expect(transactionNumber(transaction)).toBe(number));

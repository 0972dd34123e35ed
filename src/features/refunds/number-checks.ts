import { isValidBIC, isValidIBAN } from 'ibantools';
import type { NumberChecks } from './domain/bank-warnings.ts';

/** Check digits, lengths and the national formats of the IBAN registry. */
export const numberChecks: NumberChecks = { isIban: (iban) => isValidIBAN(iban), isBic: (bic) => isValidBIC(bic) };

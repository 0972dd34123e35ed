import { isValidBIC, isValidIBAN } from 'ibantools';
import type { NumberChecks } from './domain/bank-details.ts';

/** Check digits, lengths and national forms of bank account numbers, as the registry has them. */
export const numberChecks: NumberChecks = { isIban: (iban) => isValidIBAN(iban), isBic: (bic) => isValidBIC(bic) };

import { isValidBIC, isValidIBAN } from 'ibantools';
import type { NumberChecks } from '../domain/bank-details.ts';

/** The same checks as the server's. */
export const numberChecks: NumberChecks = { isIban: (iban) => isValidIBAN(iban), isBic: (bic) => isValidBIC(bic) };

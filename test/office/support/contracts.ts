import type { z } from 'zod';
import { officeContracts } from '#features/staff/testing.ts';

/** Every call of the office, available without starting a shop. */
export const contracts = await officeContracts();

export const fieldsOf = (name: string): string[] =>
  Object.keys((contracts.find((one) => one.name === name)!.request as z.ZodObject).shape);

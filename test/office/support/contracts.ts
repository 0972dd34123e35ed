import fs from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import type { OfficeCallContract } from '#features/staff/domain/office-call.ts';

const FEATURES = path.resolve('src/features');

const found: OfficeCallContract[] = [];
for (const feature of fs.readdirSync(FEATURES)) {
  const file = path.join(FEATURES, feature, 'office-contract.ts');
  if (!fs.existsSync(file)) continue;
  const parts = Object.values((await import(file)) as object);
  found.push(...parts.filter((part): part is OfficeCallContract => typeof part === 'object' && 'needs' in part));
}

/** Every call of the office, also before a shop is open. */
export const contracts: readonly OfficeCallContract[] = found;

export const fieldsOf = (name: string): string[] =>
  Object.keys((contracts.find((one) => one.name === name)!.request as z.ZodObject).shape);

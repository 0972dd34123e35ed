import fs from 'node:fs';
import path from 'node:path';
import type { OfficeCallContract } from './domain/office-call.ts';

const FEATURES = path.resolve(import.meta.dirname, '..');

/** Every call of the office, as the features' contracts declare them, without starting a shop. */
export async function officeContracts(): Promise<readonly OfficeCallContract[]> {
  const files = fs.globSync(['*/office-contract.ts', '*/office-contract/*.ts'], { cwd: FEATURES }).sort();
  const modules = await Promise.all(files.map((file) => import(path.join(FEATURES, file)) as Promise<object>));
  return modules
    .flatMap((module) => Object.values(module))
    .filter((part): part is OfficeCallContract => typeof part === 'object' && 'needs' in part && 'name' in part);
}

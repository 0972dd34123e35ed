import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { addHealthCalls } from '#features/health/server/public.ts';
import { type Config, PROJECT_FOLDER } from '#platform/config/config.ts';
import { auditShop } from './audit-shop.ts';

export const shopVersion = (): string =>
  JSON.parse(readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8')).version;

type HealthParts = Parameters<typeof addHealthCalls>[1];

/** Collects facts about this process and its machine, for the office's health page. */
export const healthParts = (
  { dataDir }: Pick<Config, 'dataDir'>,
  startedAt: Date,
): Pick<HealthParts, 'version' | 'startedAt' | 'disk' | 'check'> => ({
  version: shopVersion(),
  startedAt,
  async disk() {
    // Some file systems do not report this.
    const seen = await statfs(dataDir).catch(() => null);
    return seen && seen.blocks > 0 ? { free: seen.bavail * seen.bsize, total: seen.blocks * seen.bsize } : null;
  },
  check: (db, now) => auditShop(db, now),
});

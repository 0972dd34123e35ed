import path from 'node:path';
import {
  defaultImageCache,
  describeMistake,
  type ImportReport,
  importShopFolder,
  type Mistake,
} from '#features/shop-config/server/public.ts';
import type { Actor } from '#kernel/actor.ts';
import { adoptFiles } from '#platform/files/adopt-files.ts';
import { imagesFolderOf } from '#platform/files/shop-files.ts';
import type { Command } from './command.ts';
import { actorHelp, actorOf, actorOption } from './with-operator.ts';
import { withShop } from './with-shop.ts';
import { readWords } from './words.ts';

export const importCommand: Command = {
  name: 'import',
  takes: '<folder>',
  does: 'Import a shop folder; safe to repeat. If there is a mistake, its file and line are reported and nothing changes.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The folder'] });
    return await importFolder(path.resolve(positionals[0]!), actorOf(values.as));
  },
};

async function importFolder(folder: string, actor: Actor): Promise<number> {
  return await withShop(
    async ({ config, db, clock }) => {
      await adoptFiles(db, config.dataDir);
      const imported = await importShopFolder({
        db,
        folder,
        imagesFolder: imagesFolderOf(config.dataDir),
        cacheFolder: defaultImageCache(),
        actor,
        now: clock.now(),
      });
      const withPath = (mistake: Mistake): Mistake => ({
        ...mistake,
        file: path.relative('', path.join(folder, mistake.file)),
      });
      if (!imported.ok) {
        for (const mistake of imported.error) process.stderr.write(`${describeMistake(withPath(mistake))}\n`);
        process.stderr.write(`\n${counted(imported.error.length, 'mistake')}. Nothing was changed.\n`);
        return 2;
      }
      for (const warning of imported.value.warnings)
        process.stdout.write(`${describeMistake(withPath(warning))} (warning)\n`);
      process.stdout.write(`${reportText(imported.value)}\n`);
      return 0;
    },
    { mayCreateShop: true },
  );
}

function reportText({ isChanged, version, items, vouchers, pictures }: ImportReport): string {
  if (!isChanged) return `Nothing has changed since the last import (version ${version}).`;
  const parts = [
    `${counted(items.total, 'item')} (${items.added} new, ${items.withdrawn} withdrawn)`,
    counted(vouchers, 'voucher'),
    ...(pictures ? [`${pictures.encoded + pictures.copied} pictures generated, ${pictures.kept} unchanged`] : []),
  ];
  return `Imported as version ${version}: ${parts.join(', ')}.`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

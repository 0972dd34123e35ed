import path from 'node:path';
import { exportShopFolder } from '#features/shop-config/server/public.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Command, print, printRefusal } from './command.ts';
import { notWritten } from './private-file.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

export const exportCommand: Command = {
  name: 'export',
  takes: '<folder>',
  does: 'Export the catalogue, texts, pictures and vouchers as a shop folder; importing it again changes nothing.',
  options: [actorHelp],
  more: `The folder must be new or empty. Relative dates are written as the dates they resolved to. Items withdrawn from sale are left out, and so
are inactive vouchers and those created by command: their codes are secret.`,
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The folder'] });
    const folder = path.resolve(positionals[0]!);
    return await withOperator(values.as, async ({ db, actor, now }) => {
      const exported = await exportShopFolder({ db, folder }).catch((error: unknown) => {
        throw notWritten(folder, error);
      });
      if (!exported.ok) return printRefusal(`${folder} is not empty.`);
      const { items, events, vouchers, commandVouchers, pictures, warnings } = exported.value;
      for (const warning of warnings) print(`${warning} (warning)`);
      print(
        `Exported to ${folder}: ${items} items, ${events} events, ${vouchers} vouchers, ${pictures} picture files.`,
      );
      if (commandVouchers > 0) print(`Left out because they were created by command: ${commandVouchers} vouchers.`);
      await writeAudit(db, { actor, action: 'shop.exported', subject: folder, details: { items, vouchers } }, now);
      return 0;
    });
  },
};

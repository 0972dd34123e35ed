import { notUnderCurrentKey, resealAll } from '#apps/server/sealed-texts.ts';
import { writeAudit } from '#features/staff/server/public.ts';
import { type Command, print, printRefusal } from './command.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const resealCommand: Command = {
  name: 'keys reseal',
  takes: '',
  does: 'Re-encrypt everything in the database with the current SECRET_KEY, so that an older key can be removed from SECRET_KEYS_OLDER. The shop can keep running.',
  options: [actorHelp],
  async run(words) {
    const { values } = readWords(words, { options: actorOption, takes: [] });
    return await withOperator(values.as, async ({ db, parts, actor, now }) => {
      const done = await resealAll(db, parts);
      const details = Object.fromEntries(
        done.map(({ name, resealed, unreadable }) => [name, { resealed, unreadable }]),
      );
      await db.transaction((tx) => writeAudit(tx, { actor, action: 'keys.resealed', subject: 'shop', details }, now));
      for (const { name, resealed } of done) print(`${resealed} ${name} encrypted with the current key.`);
      const unreadable = done.filter((one) => one.unreadable > 0);
      if (unreadable.length === 0) return 0;
      const what = unreadable.map((one) => `${one.unreadable} ${one.name}`).join(' and ');
      return printRefusal(
        `None of the keys can decrypt ${what}. Add the key they were encrypted with to SECRET_KEYS_OLDER.`,
      );
    });
  },
};

const statusCommand: Command = {
  name: 'keys status',
  takes: '',
  does: 'Show what is not encrypted with the current SECRET_KEY.',
  options: [],
  async run(words) {
    readWords(words, { options: {}, takes: [] });
    return await withOperator(undefined, async ({ db, parts, config }) => {
      const counts = await notUnderCurrentKey(db, parts);
      print(`Keys: the current one and ${config.olderSecretKeys.length} older.`);
      for (const { name, count } of counts) print(`${count} ${name} are not encrypted with the current key.`);
      if (counts.length === 0) print('Everything is encrypted with the current key.');
      return 0;
    });
  },
};

export const keyCommands: readonly Command[] = [statusCommand, resealCommand];

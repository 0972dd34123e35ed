import { migrate, pendingMigrations } from '#platform/db/migrate.ts';
import { type Command, print, printRefusal } from './command.ts';
import { withDatabase } from './with-database.ts';
import { readWords } from './words.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  takes: '',
  does: 'Bring the database up to date with this version. Works while the shop is running.',
  more: `Every start of the shop does the same; other commands refuse until it is done. A migration that has to wait for a table gives up after two seconds and tries again.`,
  async run(words) {
    readWords(words, { options: {}, takes: [] });
    return await withDatabase({ isNew: false }, async ({ engine }) => {
      if ((await pendingMigrations(engine.connection)).isEmpty)
        return printRefusal('There is no shop in this database.');
      const files = await migrate(engine.connection, { print });
      for (const file of files) print(`Applied migration ${file}.`);
      if (files.length === 0) print('The database is up to date.');
      return 0;
    });
  },
};

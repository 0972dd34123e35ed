import { transferFileState } from '#features/refunds/domain/transfer-file.ts';
import { cancelTransferFile, listTransferFiles } from '#features/refunds/server/public.ts';
import { type Command, print, printRefusal } from './command.ts';
import { plain, tableText } from './table.ts';
import { momentText, moneyText } from './values.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const MAX_FILES = 200;

const stateTexts = {
  waits_for_approval: 'waits for a second person',
  ready: '',
  cancelled: 'cancelled',
} as const;

export const refundFilesCommand: Command = {
  name: 'refunds files',
  takes: '',
  does: 'List the SEPA files, newest first, and how many of their refunds are paid or returned.',
  async run(words) {
    readWords(words, { options: {}, takes: [] });
    return await withOperator(undefined, async ({ db, shop }) => {
      const files = await listTransferFiles(db, MAX_FILES);
      if (files.length === 0) {
        print('No files yet.');
        return 0;
      }
      const rows = files.map((file) => [
        file.messageId,
        momentText(file.madeAt, shop),
        moneyText(file.total, shop),
        stateTexts[transferFileState(file)] || `${file.paid} of ${file.credits} paid, ${file.returned} returned`,
        [file.madeBy, file.approvedBy].flatMap((name) => (name === null ? [] : [plain(name)])).join(', '),
      ]);
      print(tableText([['File', 'Made', 'Total', 'State', 'By'], ...rows], [2]));
      return 0;
    });
  },
};

export const cancelRefundFileCommand: Command = {
  name: 'refunds cancel-file',
  takes: '<file-id>',
  does: 'Cancel a SEPA file that the bank does not have. The next file includes its refunds.',
  more: 'If the bank has the file, its refunds would be paid twice. Once the bank has paid or returned one of its refunds, a file cannot be cancelled.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The file’s ID'] });
    const messageId = positionals[0]!.trim();
    return await withOperator(values.as, async ({ parts, actor, now }) => {
      const cancelled = await cancelTransferFile(parts.refunds, { messageId, actor }, now);
      if (!cancelled.ok) {
        return printRefusal(
          {
            unknown_file: `There is no file ${plain(messageId)}.`,
            cancelled_before: `The file ${messageId} has already been cancelled.`,
            bank_has_it: `The bank has paid or returned refunds of the file ${messageId}.`,
          }[cancelled.error.kind],
        );
      }
      const { freed } = cancelled.value;
      print(
        `The file ${messageId} is cancelled: ${freed === 1 ? '1 refund goes' : `${freed} refunds go`} into the next one.`,
      );
      return 0;
    });
  },
};

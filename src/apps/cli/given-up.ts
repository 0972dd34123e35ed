import { dropWebhooks, retryMessage, retryWebhooks, settleMessage } from '#features/operator-notices/server/public.ts';
import { type Command, print, printRefusal, UsageProblem } from './command.ts';
import { actorHelp, actorOption, withOperator } from './with-operator.ts';
import { readWords } from './words.ts';

const NOT_GIVEN_UP = 'No such message is waiting for you; doctor lists those that are.';

const retryMessageCommand: Command = {
  name: 'payments retry-message',
  takes: '<provider> <message>',
  does: 'Retry a provider’s message that could not be processed. The running shop processes it at once.',
  options: [actorHelp],
  async run(words) {
    const { values, positionals } = readWords(words, { options: actorOption, takes: ['The provider', 'The message'] });
    const given = { gateway: positionals[0]!, message: positionals[1]! };
    return await withOperator(values.as, async ({ db, now, actor }) => {
      if (!(await db.transaction((tx) => retryMessage(tx, given, actor, now)))) return printRefusal(NOT_GIVEN_UP);
      print(`Message ${given.message} will be processed again. If that fails, doctor lists it again.`);
      return 0;
    });
  },
};

const settleMessageCommand: Command = {
  name: 'payments settle-message',
  takes: '<provider> <message> --note TEXT',
  does: 'Remove a provider’s message from the list of what needs your attention.',
  options: [
    ['--note TEXT', 'What you found, for the audit log. The log is kept forever, so do not include names.'],
    actorHelp,
  ],
  async run(words) {
    const { values, positionals } = readWords(words, {
      options: { ...actorOption, note: { type: 'string' } },
      takes: ['The provider', 'The message'],
    });
    const note = values.note?.trim() ?? '';
    if (note === '' || note.length > 2_000)
      throw new UsageProblem('--note must say what you found, in up to 2,000 characters.');
    const given = { gateway: positionals[0]!, message: positionals[1]! };
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const isSettled = await db.transaction((tx) => settleMessage(tx, given, { note, actor }, now));
      if (!isSettled) return printRefusal(NOT_GIVEN_UP);
      print(`Message ${given.message} is settled.`);
      return 0;
    });
  },
};

const webhookCommand = (step: 'retry' | 'drop', does: string): Command => ({
  name: `webhook ${step}`,
  takes: '',
  does,
  options: [actorHelp],
  async run(words) {
    const { values } = readWords(words, { options: actorOption, takes: [] });
    return await withOperator(values.as, async ({ db, now, actor }) => {
      const work = step === 'retry' ? retryWebhooks : dropWebhooks;
      const count = await db.transaction((tx) => work(tx, actor, now));
      if (count === 0) return printRefusal('No calls to your webhook were given up.');
      print(`${count === 1 ? '1 call' : `${count} calls`} ${step === 'retry' ? 'will be sent again' : 'dropped'}.`);
      return 0;
    });
  },
});

/** Commands for messages and notifications that the shop has given up on. */
export const givenUpCommands: readonly Command[] = [
  retryMessageCommand,
  settleMessageCommand,
  webhookCommand('retry', 'Send again the calls that your webhook (OPERATOR_WEBHOOK_URL) did not accept.'),
  webhookCommand('drop', 'Drop the calls that your webhook did not accept.'),
];

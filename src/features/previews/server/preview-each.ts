import { createHash } from 'node:crypto';
import { type OfficeContext, type OfficeRefusal, previewChanged, stepUpNeeded } from '#features/staff/server/public.ts';
import { ok, type Result, refuse } from '#kernel/result.ts';
import { isOnlyPreview, WITH_MAIL_TEXTS } from '../domain/fingerprint.ts';
import { joinOutcomes, needsFreshProof, type Outcome } from '../domain/outcome.ts';
import { MAX_MAIL_TEXTS, type MailText } from './mail-texts.ts';
import { type Command, type PreviewParts, previewOrDo } from './preview.ts';

/** One of several commands, with the key that the page uses for it. */
export interface OneOfSeveral {
  readonly key: string;
  readonly command: Command;
}

interface EachPreviewed {
  done: boolean;
  preview: string;
  /** The outcome of all that are not refused. */
  outcome: Outcome;
  rows: { key: string; refusal: string | null }[];
  /** Only if the preview was requested with `WITH_MAIL_TEXTS`. */
  mail_texts?: MailText[];
}

/**
 * Like `previewOrDo` for several commands that succeed or fail independently, each in its own transaction. A
 * confirmation does nothing at all unless every command would still do what its preview said, or is still refused for
 * the same reason. A command whose preview no longer holds by the time it runs is left out, and its row says so.
 */
export async function previewOrDoEach(
  parts: PreviewParts,
  context: Pick<OfficeContext, 'caller' | 'remember' | 'hasFreshProof' | 'language'>,
  fingerprint: string,
  commands: readonly OneOfSeveral[],
): Promise<Result<EachPreviewed, OfficeRefusal>> {
  // The call stores one answer for all of them, and their sum decides whether a fresh proof is needed.
  const alone = { caller: context.caller, remember: async () => {}, hasFreshProof: true };
  const words = ({ message }: OfficeRefusal) => context.language.translate(message);
  const seen = [];
  const texts: MailText[] = [];
  for (const { key, command } of commands) {
    const wanted = isOnlyPreview(fingerprint) && texts.length < MAX_MAIL_TEXTS ? fingerprint : '';
    const result = await previewOrDo(parts, alone, wanted, command);
    if (result.ok) texts.push(...(result.value.mail_texts ?? []));
    seen.push({ key, command, result });
  }
  const outcome = joinOutcomes(seen.flatMap(({ result }) => (result.ok ? [result.value.outcome] : [])));
  const rows = seen.map(({ key, result }) => ({ key, refusal: result.ok ? null : words(result.error) }));
  const all = seen.map(({ key, result }) => [key, result.ok ? result.value.preview : words(result.error)]);
  const preview = createHash('sha256').update(JSON.stringify(all)).digest('base64url');
  if (isOnlyPreview(fingerprint)) {
    const shown = fingerprint === WITH_MAIL_TEXTS && { mail_texts: texts.slice(0, MAX_MAIL_TEXTS) };
    return ok({ done: false, preview, outcome, rows, ...shown });
  }
  if (fingerprint !== preview) return refuse(previewChanged);
  if (needsFreshProof(outcome, await parts.currencyDigits()) && !context.hasFreshProof) return refuse(stepUpNeeded);

  const doneOutcomes: Outcome[] = [];
  const doneRows: EachPreviewed['rows'] = [];
  for (const { key, command, result: before } of seen) {
    const result = before.ok ? await previewOrDo(parts, alone, before.value.preview, command) : before;
    if (result.ok) doneOutcomes.push(result.value.outcome);
    doneRows.push({ key, refusal: result.ok ? null : words(result.error) });
  }
  return ok({ done: true, preview, outcome: joinOutcomes(doneOutcomes), rows: doneRows });
}

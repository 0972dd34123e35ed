import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import { callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import { conflict, invalidFields } from '#platform/http/refusal.ts';
import * as contract from '../office-contract.ts';
import { settleFraudWarning } from './fraud-warnings.ts';

const NOTE_NEEDED = invalidFields([{ field: 'note', message: markedText('Please write why the money is kept.') }]);
const NOT_OPEN = conflict(markedText('This warning has already been settled.'));

export function addFraudWarningCalls(calls: OfficeCallRegistry, previews: PreviewParts): void {
  calls.add(contract.fraudWarningSettle, async ({ warning, note, preview }, context) => {
    if (note === '') return refuse(NOTE_NEEDED);
    return previewOrDo(previews, context, preview, {
      request: ['fraud-warning-settle', warning, note],
      orders: async () => [],
      run: async (inner) => {
        const request = { warningId: warning, note, actor: callerOf(context).actor };
        return (await settleFraudWarning({ db: inner }, request, context.now)) ? ok({}) : refuse(NOT_OPEN);
      },
    });
  });
}

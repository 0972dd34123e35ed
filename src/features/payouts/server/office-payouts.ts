import { type PreviewParts, previewOrDo } from '#features/previews/server/public.ts';
import { callerOf, type OfficeCallRegistry } from '#features/staff/server/public.ts';
import { markedText } from '#kernel/language.ts';
import { ok, refuse } from '#kernel/result.ts';
import { conflict, httpRefusals, invalidFields, notFound } from '#platform/http/refusal.ts';
import * as contract from '../office-contract.ts';
import { type SettlePayoutRefusal, settlePayout } from './settle-payout.ts';

const NOTE_NEEDED = invalidFields([{ field: 'note', message: markedText('Please write what you found.') }]);

const refusalOf = httpRefusals<SettlePayoutRefusal>({
  unknown_payout: notFound,
  nothing_open: conflict(markedText('This payout has been settled, or nothing is wrong with it.')),
});

export function addPayoutCalls(calls: OfficeCallRegistry, previews: PreviewParts): void {
  calls.add(contract.payoutSettle, async ({ payout, note, preview }, context) => {
    if (note === '') return refuse(NOTE_NEEDED);
    return previewOrDo(previews, context, preview, {
      request: ['payout-settle', payout, note],
      orders: async () => [],
      run: async (inner) => {
        const request = { payoutId: payout, note, actor: callerOf(context).actor };
        const settled = await settlePayout({ db: inner }, request, context.now);
        return settled.ok ? ok({}) : refuse(refusalOf(settled.error));
      },
    });
  });
}

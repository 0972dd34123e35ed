import { Fragment } from 'react';
import { AuditReason, useStaffSession } from '#features/staff/office/public.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import { Notice } from '#ui/notice.tsx';
import type { DraftPanelProps } from './buyer-panel.tsx';
import { idOf, isException } from './new-order-draft.ts';

/**
 * The exceptions that only a manager may allow, offered once the server has refused the order, and the reason for them.
 */
export function Exceptions({ draft, change, errorAt }: DraftPanelProps) {
  const { text } = useLanguage();
  const { may } = useStaffSession();
  const exceptions = [
    {
      field: 'beyond_limits',
      refused: errorAt('beyond_limits'),
      isOn: draft.isBeyondLimits,
      label: text('Place the order beyond the limits'),
      hint: text('The limits for one order and for unpaid orders do not apply.'),
      set: (isBeyondLimits: boolean) => change({ isBeyondLimits }),
    },
    {
      field: 'beyond_capacity',
      refused: errorAt('beyond_capacity'),
      isOn: draft.isBeyondCapacity,
      label: text('Sell beyond capacity'),
      hint: text('Only for this order. Make sure that there is room for everybody.'),
      set: (isBeyondCapacity: boolean) => change({ isBeyondCapacity }),
    },
  ];
  return (
    <>
      {exceptions.map(({ field, refused, isOn, label, hint, set }) => {
        if (!refused && !isOn) return null;
        return (
          <Fragment key={field}>
            {refused && (
              <Notice tone="warn" small>
                {refused} {!may('orders.override') && text('A manager can place the order anyway.')}
              </Notice>
            )}
            {may('orders.override') && (
              <Checkbox
                id={idOf(field)}
                label={label}
                hint={hint}
                checked={isOn}
                onChange={({ currentTarget: { checked } }) => set(checked)}
              />
            )}
          </Fragment>
        );
      })}
      {isException(draft) && (
        <AuditReason
          id={idOf('reason')}
          value={draft.reason}
          error={errorAt('reason')}
          onChange={({ currentTarget: { value } }) => change({ reason: value })}
        />
      )}
    </>
  );
}

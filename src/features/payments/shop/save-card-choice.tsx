import { useBundle } from '#browser/session-store.ts';
import { Checkbox, type CheckboxProps } from '#ui/checkbox.tsx';
import { useLanguage } from '#ui/language.ts';
import type { ConsentedInstalment } from '../domain/consented-instalments.ts';
import { chargeConsentHint, chargeConsentLabel } from '../words/charge-consent.ts';

interface SaveCardChoiceProps {
  /** The instalments after the one that is paid now. */
  later: readonly ConsentedInstalment[];
  field: Omit<CheckboxProps, 'label' | 'hint'>;
}

/** Asks the buyer of a plan whether to charge the later instalments to the card. The words are recorded as shown. */
export function SaveCardChoice({ later, field }: SaveCardChoiceProps) {
  const language = useLanguage();
  const { config, can_save_card: canSaveCard } = useBundle();
  if (!canSaveCard || later.length === 0) return null;
  return <Checkbox {...field} label={chargeConsentLabel(language, later, config)} hint={chargeConsentHint(language)} />;
}

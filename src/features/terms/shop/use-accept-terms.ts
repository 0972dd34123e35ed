import { useState } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { type Form, useForm } from '#browser/use-form.ts';
import { useLanguage } from '#ui/language.ts';
import { ACCEPT_TERMS } from '../words/accept-terms.ts';
import { useShownTerms } from './use-shown-terms.ts';

export interface AcceptTermsForm {
  readonly form: Form<{ accepted_ts_and_cs: boolean; terms_version: string }>;
  /** Whether the call has succeeded during this visit. */
  readonly isDone: boolean;
  /** Whether new terms have unchecked the box. */
  readonly mustReadNewTerms: boolean;
}

/** The checkbox and its call, for the link's page and the order's section. */
export function useAcceptTerms(link: { order: string; checksum: string }, onRefused: () => void): AcceptTermsForm {
  const { translate } = useLanguage();
  const { config } = useBundle();
  const session = useSessionStore();
  const [isDone, setIsDone] = useState(false);
  const form = useForm({
    initial: { accepted_ts_and_cs: false, terms_version: config.termsVersion },
    validate: (values) =>
      values.accepted_ts_and_cs ? [] : [{ field: 'accepted_ts_and_cs' as const, message: translate(ACCEPT_TERMS) }],
    submit: async ({ terms_version }) => {
      try {
        await call('accept-terms-and-conditions', { ...link, terms_version });
        setIsDone(true);
      } catch (error) {
        // The order has ended or there are new terms: reload both.
        if (error instanceof ApiError && error.status === 409) {
          onRefused();
          await session.load();
        }
        throw error;
      }
    },
  });
  const mustReadNewTerms = useShownTerms(
    { isChecked: form.values.accepted_ts_and_cs, version: form.values.terms_version },
    (shown) => {
      form.setValue('accepted_ts_and_cs', false);
      form.setValue('terms_version', shown);
    },
  );
  return { form, isDone, mustReadNewTerms };
}

import { useState } from 'react';
import { call } from '#browser/api.ts';
import { ApiError } from '#browser/api-error.ts';
import { useBundle, useSessionStore } from '#browser/session-store.ts';
import { type Form, useForm } from '#browser/use-form.ts';
import { laterText, saidText } from '#kernel/text.ts';

const ACCEPT_TERMS = laterText('Please accept the Terms and Conditions.');

export interface AcceptTermsForm {
  readonly form: Form<{ accepted: boolean }>;
  /** Whether the call has worked, in this visit. */
  readonly isDone: boolean;
}

/** The one box and its call, for the page of the link and the section of an order alike. */
export function useAcceptTerms(link: { order: string; checksum: string }, onRefused: () => void): AcceptTermsForm {
  const { config } = useBundle();
  const session = useSessionStore();
  const [isDone, setIsDone] = useState(false);
  const form = useForm({
    initial: { accepted: false },
    validate: (values) => (values.accepted ? [] : [{ field: 'accepted' as const, message: saidText(ACCEPT_TERMS) }]),
    submit: async () => {
      try {
        await call('accept-terms-and-conditions', { ...link, terms_version: config.termsVersion });
        setIsDone(true);
      } catch (error) {
        // The order has ended, or there are new terms: the page shows how it stands, and the terms as they are now.
        if (error instanceof ApiError && error.status === 409) {
          void session.load();
          onRefused();
        }
        throw error;
      }
    },
  });
  return { form, isDone };
}

import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { afterPress } from '#ui/office/after-press.ts';

/** Which fields of a page are checked: those that were typed into and left, and all of them once the form was sent. */
export function useLeftFields() {
  const [leftFields, setLeftFields] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(0);
  const typed = useRef(new Set<string>());
  const summaryRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (sent > 0) summaryRef.current?.focus();
  }, [sent]);
  return {
    isSent: sent > 0,
    mayShowError: (id: string) => sent > 0 || leftFields.has(id),
    /** Shows the summary of errors, and moves focus to it. */
    send: () => setSent(sent + 1),
    reset: () => {
      typed.current.clear();
      setLeftFields(new Set());
      setSent(0);
    },
    summaryRef,
    /** Props of the element around the fields. */
    watch: {
      onInput: ({ target }: FormEvent<HTMLElement>) => {
        typed.current.add((target as HTMLElement).id);
      },
      onBlur: ({ target: { id } }: FocusEvent<HTMLElement>) => {
        if (typed.current.has(id)) afterPress(() => setLeftFields((before) => new Set([...before, id])));
      },
    },
  };
}

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { focusHeading } from '#browser/route-arrival.ts';
import { focusControl } from './error-summary.tsx';

export interface WizardOptions<Step extends string> {
  steps: readonly [Step, ...Step[]];
  /** Whether a step has the values that it needs. The first step always does. */
  isReady: (step: Step) => boolean;
  /** The form of the last step. If it has errors, its step is shown and its summary takes focus. */
  form: { errors: readonly unknown[]; summaryRef: RefObject<HTMLElement | null> };
}

export interface Wizard<Step extends string> {
  step: Step;
  /** The step in the address when the wizard opened. After a reload its values may be missing. */
  openedAt: Step;
  goTo: (step: Step) => void;
  /** Goes back in the history, so that no step is in it twice. Focuses the control with the given id. */
  backTo: (step: Step, fieldId?: string) => void;
}

/**
 * The steps of a wizard in one page. The step is in the address, so that Back and Forward move between steps. A
 * new step begins at its heading, unless there is a control to change or an error to read.
 */
export function useWizard<Step extends string>({ steps, isReady, form }: WizardOptions<Step>): Wizard<Step> {
  const navigate = useNavigate();
  const wanted = stepInAddress(steps, useSearchParams()[0]);
  const step = stepToShow(steps, wanted, isReady);
  const [openedAt] = useState(wanted);
  const hasErrors = form.errors.length > 0;
  const searchOf = (one: Step) => (one === steps[0] ? '' : `?step=${one}`);

  // After a reload, or Forward after a change of the values, the step in the address may not be ready.
  const search = step === wanted || hasErrors ? null : searchOf(step);
  useEffect(() => {
    if (search !== null) navigate({ search }, { replace: true });
  }, [search, navigate]);

  const fieldToChange = useRef<string | null>(null);
  const takeFocus = useEffectEvent(() => {
    const fieldId = fieldToChange.current;
    fieldToChange.current = null;
    const summary = hasErrors ? form.summaryRef.current : null;
    if (summary) summary.focus();
    else if (fieldId) focusControl(fieldId);
    else focusHeading();
  });
  const place = `${step} at ${wanted}`;
  const focusedAt = useRef(place);
  useEffect(() => {
    if (focusedAt.current === place) return;
    focusedAt.current = place;
    takeFocus();
  }, [place]);

  return {
    step,
    openedAt,
    goTo: (next) => navigate({ search: searchOf(next) }),
    backTo: (target, fieldId) => {
      fieldToChange.current = fieldId ?? null;
      navigate(steps.indexOf(target) - steps.indexOf(step));
    },
  };
}

/** Returns the step that the address names, or else the first. */
export const stepInAddress = <Step extends string>(steps: readonly [Step, ...Step[]], search: URLSearchParams): Step =>
  steps.find((one) => one === search.get('step')) ?? steps[0];

/** Returns the wanted step, or the last one before it that is ready. */
export const stepToShow = <Step extends string>(
  steps: readonly [Step, ...Step[]],
  wanted: Step,
  isReady: (step: Step) => boolean,
): Step => steps.slice(0, steps.indexOf(wanted) + 1).findLast(isReady) ?? steps[0];

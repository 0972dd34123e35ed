import { isModalStep } from '#ui/modal-entries.ts';
import { createStore } from './store.ts';

/** A form with something typed that is not saved. */
export interface UnsavedForm {
  /** Whether it is in a dialog. A dialog always asks before it closes. */
  isInDialog: () => boolean;
  /** Whether the input is kept in this tab, so that another page of the office can be opened without a question. */
  isKept: boolean;
  /** Forgets what is typed. */
  discard: () => void;
}

const forms = new Set<UnsavedForm>();

/** The open question whether to discard what is typed; null if there is none. `discard` does so and goes on. */
export const leaveQuestion = createStore<{ discard: () => void } | null>(null);

/** Registers a form until the returned function is called. */
export function addUnsaved(form: UnsavedForm): () => void {
  startWatching();
  forms.add(form);
  place = placeNow();
  return () => {
    forms.delete(form);
  };
}

const inDialogs = (): UnsavedForm[] => [...forms].filter((form) => form.isInDialog());
const lostWithPage = (): UnsavedForm[] => [...forms].filter((form) => !form.isKept || form.isInDialog());

function ask(lost: readonly UnsavedForm[], go: () => void): void {
  if (lost.length === 0) {
    go();
    return;
  }
  leaveQuestion.set({
    discard: () => {
      leaveQuestion.set(null);
      for (const form of lost) {
        forms.delete(form);
        form.discard();
      }
      go();
    },
  });
}

/** Closes a dialog, after a question if something is typed in it. */
export const leaveDialog = (close: () => void): void => ask(inDialogs(), close);

/** Opens another page, after a question if something typed would be lost. */
export const leavePage = (go: () => void): void => ask(lostWithPage(), go);

/** The position in the history: entries of pages and of modals over them, see `ui/modal-entries.ts`. */
interface Place {
  idx: number;
  depth: number;
}

function placeNow(): Place {
  const state = history.state as Record<string, unknown> | null;
  return { idx: Number(state?.idx ?? 0), depth: Number(state?.foyerModals ?? 0) };
}

let place: Place = { idx: 0, depth: 0 };
let isWatching = false;
let returning: (() => void) | null = null;

function startWatching(): void {
  if (isWatching) return;
  isWatching = true;
  addEventListener('popstate', popped, true);
  addEventListener('beforeunload', (event) => {
    if (forms.size > 0) event.preventDefault();
  });
}

/**
 * Takes back a step in the history that would lose something typed, and asks. It runs in the capture phase, so the
 * router and the modals do not see the step.
 */
function popped(event: PopStateEvent): void {
  if (returning) {
    event.stopImmediatePropagation();
    const question = returning;
    returning = null;
    question();
    return;
  }
  const before = place;
  place = placeNow();
  // A dialog that closed above the form, such as the one for signing in again, removes only its own entry.
  if (isModalStep()) return;
  // A step that only closes a modal loses what is typed in dialogs.
  const lost = place.idx === before.idx ? inDialogs() : lostWithPage();
  if (lost.length === 0) return;
  event.stopImmediatePropagation();
  const steps = place.idx - before.idx + (place.depth - before.depth) || -1;
  returning = () => {
    place = placeNow();
    ask(lost, () => history.go(steps));
  };
  history.go(-steps);
}

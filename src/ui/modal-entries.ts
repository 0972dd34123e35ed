/** The key in the history state for the number of modals that are open over an entry. */
const DEPTH = 'foyerModals';

/** The longest wait for a step that we requested, in milliseconds: at the end of the history no step happens. */
const STEP_MS = 500;

/** The router numbers its entries in `idx`. A modal's entry has the number of the entry below it. */
interface Place {
  idx: number;
  depth: number;
}

function placeNow(): Place {
  const state = history.state as Record<string, unknown> | null;
  return { idx: Number(state?.idx ?? 0), depth: Number(state?.[DEPTH] ?? 0) };
}

/** Resolves when a requested step is done. A modal that opens meanwhile waits for it. */
let stepped: Promise<void> = Promise.resolve();
let isStepping = false;

/** Whether the step in the history is one that a closed modal requested, and not one of the visitor's. */
export const isModalStep = (): boolean => isStepping;

function step(direction: 1 | -1): void {
  isStepping = true;
  stepped = new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, STEP_MS);
  }).finally(() => {
    isStepping = false;
  });
  history.go(direction);
}

const openDepths = new Set<number>();
let last: Place | null = null;

/**
 * A link in an open modal leaves the modal's entry in the history. Arriving there would only show the page below, so
 * this goes one step further in the same direction.
 */
function stepOverClosedModal(): void {
  const before = last;
  const now = placeNow();
  last = now;
  if (now.depth === 0 || openDepths.has(now.depth)) return;
  const goesForward = before !== null && (before.idx < now.idx || (before.idx === now.idx && before.depth < now.depth));
  step(goesForward ? 1 : -1);
}

let isWatching = false;

/**
 * Gives an opening modal the current entry if that belongs to no open modal, or else a new one above it. After a
 * reload, or a return from another document, the entry of a previous modal still exists: a new one above it would take
 * two steps to leave, and would remove the pages that Forward leads to.
 */
function takeEntry(address: (() => ModalAddress | null) | undefined): number {
  const { depth } = placeNow();
  if (depth > 0 && !openDepths.has(depth)) return depth;
  const addresses = address?.();
  if (addresses) history.replaceState(history.state, '', addresses.page);
  history.pushState({ ...(history.state as object | null), [DEPTH]: depth + 1 }, '', addresses?.modal);
  return depth + 1;
}

/** The address of the page without the modal, and the one that opens it again. */
export interface ModalAddress {
  page: string;
  modal: string;
}

/**
 * Adds a history entry for an open modal: Back closes the modal, and closing the modal in another way removes the
 * entry, unless a navigation has already moved on. The router sees the same location and key, so it does nothing.
 * `address` gives the entry its own address.
 */
export function openModalEntry(close: () => void, address?: () => ModalAddress | null): () => void {
  if (!isWatching) addEventListener('popstate', stepOverClosedModal);
  isWatching = true;
  let depth: number | null = null;
  let isOver = false;
  const popped = () => {
    if (depth !== null && placeNow().depth < depth) close();
  };
  void stepped.then(() => {
    if (isOver) return;
    depth = takeEntry(address);
    openDepths.add(depth);
    addEventListener('popstate', popped);
  });
  return () => {
    isOver = true;
    removeEventListener('popstate', popped);
    if (depth === null) return;
    openDepths.delete(depth);
    const now = placeNow();
    if (now.depth >= depth) step(-1);
    else last = now;
  };
}

/** Where the history keeps how many modals are open over an entry. */
const DEPTH = 'foyerModals';

/** Longest wait for a step that we asked for, in milliseconds: there is none where the history ends. */
const STEP_MS = 500;

/** A place in the history. The router counts its own entries in `idx`; a modal's entry has the number of the entry below it. */
interface Place {
  idx: number;
  depth: number;
}

function placeNow(): Place {
  const state = history.state as Record<string, unknown> | null;
  return { idx: Number(state?.idx ?? 0), depth: Number(state?.[DEPTH] ?? 0) };
}

/** Ends when a step that we asked for has been made; a modal that opens meanwhile waits for it. */
let stepped: Promise<void> = Promise.resolve();

function step(direction: 1 | -1): void {
  stepped = new Promise((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, STEP_MS);
  });
  history.go(direction);
}

/** Depths of the modals that are open now. */
const openDepths = new Set<number>();
let last: Place | null = null;

/**
 * A link in an open modal leaves its entry in the history. Arriving there shows the page below and changes nothing, so we go on in the
 * direction of travel.
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
 * One entry of the history for an open modal: Back takes it away and closes the modal; closing the modal in another way takes the entry
 * away, unless a navigation has already gone on from it. The router sees the same location under the same key, so it does nothing.
 */
export function openModalEntry(close: () => void): () => void {
  if (!isWatching) addEventListener('popstate', stepOverClosedModal);
  isWatching = true;
  let depth: number | null = null;
  let isOver = false;
  const popped = () => {
    if (depth !== null && placeNow().depth < depth) close();
  };
  void stepped.then(() => {
    if (isOver) return;
    depth = placeNow().depth + 1;
    openDepths.add(depth);
    history.pushState({ ...(history.state as object | null), [DEPTH]: depth }, '');
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

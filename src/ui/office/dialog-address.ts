import { useEffect, useState } from 'react';
import type { ModalAddress } from '../modal-entries.ts';

/** The parameter that names the open dialog of a page. */
const NAME = 'do';

const atLoad =
  typeof location === 'undefined'
    ? null
    : { path: location.pathname, dialog: new URLSearchParams(location.search).get(NAME) };
let isTaken = false;

/** Returns the addresses of a page with and without one of its dialogs. */
export const dialogAddress = (dialog: string) => (): ModalAddress => {
  const page = new URLSearchParams(location.search);
  page.delete(NAME);
  const path = location.pathname;
  const search = page.toString();
  return {
    page: search === '' ? path : `${path}?${search}`,
    modal: `${path}?${search === '' ? '' : `${search}&`}${NAME}=${dialog}`,
  };
};

/** Returns the name of the dialog that the page was loaded with, once; null for none, or after that. */
export function useDialogInAddress(isWanted: (name: string) => boolean = () => true): string | null {
  const [dialog] = useState<string | null>(() => {
    const name = isTaken || atLoad?.path !== location.pathname ? null : atLoad.dialog;
    return name !== null && isWanted(name) ? name : null;
  });
  useEffect(() => {
    if (dialog !== null) isTaken = true;
  }, [dialog]);
  return dialog;
}

/** Returns which of these dialogs the page was loaded with, once; null for none. */
export const useDialogAtLoad = <Dialog extends string>(dialogs: readonly Dialog[]): Dialog | null =>
  useDialogInAddress((name) => dialogs.includes(name as Dialog)) as Dialog | null;

/**
 * Which dialog of a page is open. Its address opens it again when the page is loaded; after that, the address follows
 * the dialog, see `modal-entries.ts`.
 */
export function useAddressedDialog<Dialog extends string>(
  dialogs: readonly Dialog[],
): readonly [Dialog | null, (dialog: Dialog | null) => void] {
  return useState<Dialog | null>(useDialogAtLoad(dialogs));
}

import { dropKeptForms, keptForm } from '#browser/kept-form.ts';

/** Under the server's names. */
export interface HolderValues {
  full_name: string;
  email: string;
  age: string;
  transport_time_id: string;
}

export interface DraftOwner {
  /** Code of the cart; empty without one. */
  cart: string;
  isLoggedIn: boolean;
}

/** The open dialog with entries, and its page; both empty if there is none. */
export interface OpenDraft extends DraftOwner {
  externalCode: string;
  pathname: string;
}

const NAME = 'personalise ';
const none: OpenDraft = { externalCode: '', pathname: '', cart: '', isLoggedIn: false };

const typedFor = (externalCode: string, storage?: () => Storage) =>
  keptForm<HolderValues>(`${NAME}item ${externalCode}`, storage);
const openForm = (storage?: () => Storage) => keptForm<OpenDraft>(`${NAME}open`, storage);

/**
 * Entries for tickets not yet in the cart, by item, in this tab only. They survive a reload, a step back and a new
 * version of the shop. They are dropped when the ticket is added, when the visitor closes the dialog, at logout, and
 * with the cart.
 */
export const personaliseDraft = {
  /** Returns `first` overwritten with the entries; null if there are none. */
  restore(externalCode: string, first: HolderValues, storage?: () => Storage): HolderValues | null {
    const values = typedFor(externalCode, storage).restore(first);
    return (Object.keys(first) as (keyof HolderValues)[]).some((name) => values[name] !== first[name]) ? values : null;
  },
  keep(open: OpenDraft, values: HolderValues, storage?: () => Storage): void {
    typedFor(open.externalCode, storage).keep(values);
    openForm(storage).keep(open);
  },
  drop(externalCode: string, storage?: () => Storage): void {
    typedFor(externalCode, storage).drop();
    openForm(storage).drop();
  },
  /** The dialog that was open over this page. */
  openOver(pathname: string, storage?: () => Storage): OpenDraft | null {
    const open = openForm(storage).restore(none);
    return open.externalCode !== '' && open.pathname === pathname ? open : null;
  },
  /** Called in case the cart or the login ended while the tab was on another site. */
  dropUnlessOf({ cart, isLoggedIn }: DraftOwner, storage?: () => Storage): void {
    const open = openForm(storage).restore(none);
    if ((open.cart !== '' && open.cart !== cart) || (open.isLoggedIn && !isLoggedIn)) this.dropAll(storage);
  },
  /** Called when the cart is gone. */
  dropAll: (storage?: () => Storage): void => dropKeptForms(storage, NAME),
};

import { dropKeptForms, keptForm } from '#browser/kept-form.ts';

/** The fields of the personalise dialog, named as the server names them. */
export interface HolderValues {
  full_name: string;
  email: string;
  age: string;
  transport_time_id: string;
}

/** For whom something is typed. */
export interface DraftOwner {
  /** Code of the cart; empty when there is none. */
  cart: string;
  isLoggedIn: boolean;
}

/** Which dialog stands open with something typed, and over which page; both empty when none does. */
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
 * What is typed for a ticket before it is in the cart, by item, in this tab alone: a reload, a step back and a new version of the shop
 * take nothing away. It goes when the ticket is added, when the visitor closes the dialog, after a logout, and with the cart.
 */
export const personaliseDraft = {
  /** `first` with what was typed in its place; null when nothing was. */
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
  /** The dialog that stood open over this page. */
  openOver(pathname: string, storage?: () => Storage): OpenDraft | null {
    const open = openForm(storage).restore(none);
    return open.externalCode !== '' && open.pathname === pathname ? open : null;
  },
  /** The page is here again: what was typed goes when its cart ended, or its login, while the tab showed something else. */
  dropUnlessOf({ cart, isLoggedIn }: DraftOwner, storage?: () => Storage): void {
    const open = openForm(storage).restore(none);
    if ((open.cart !== '' && open.cart !== cart) || (open.isLoggedIn && !isLoggedIn)) this.dropAll(storage);
  },
  /** Of every item: the cart that it was typed for is no more. */
  dropAll: (storage?: () => Storage): void => dropKeptForms(storage, NAME),
};

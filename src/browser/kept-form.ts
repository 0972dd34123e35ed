const PREFIX = 'foyer.form.';

/** What was typed into one form. */
export interface KeptForm<Values extends object> {
  /** `first` with what was kept in place of it, as far as it has the same names and kinds. */
  restore: (first: Values) => Values;
  keep: (values: Values) => void;
  drop: () => void;
}

/**
 * Keeps what is typed into a form of several steps in this tab, so that neither a reload nor a login that has ended loses it. Never for
 * passwords or bank details. Where storage is forbidden nothing is kept.
 */
export function keptForm<Values extends object>(name: string, storage: () => Storage = tabStorage): KeptForm<Values> {
  const key = PREFIX + name;
  return {
    restore(first) {
      const kept = attempt(() => JSON.parse(storage().getItem(key) ?? '{}')) ?? {};
      const isOfKind = ([field, value]: [string, unknown]) =>
        field in first && typeof value === typeof first[field as keyof Values];
      return { ...first, ...Object.fromEntries(Object.entries(kept).filter(isOfKind)) };
    },
    keep: (values) => attempt(() => storage().setItem(key, JSON.stringify(values))),
    drop: () => attempt(() => storage().removeItem(key)),
  };
}

/**
 * Drops every form whose name begins so; all of them unless told: after a logout nothing that somebody typed stays in the tab.
 */
export function dropKeptForms(storage: () => Storage = tabStorage, nameBegins = ''): void {
  attempt(() => {
    for (const key of Object.keys(storage())) if (key.startsWith(PREFIX + nameBegins)) storage().removeItem(key);
  });
}

const tabStorage = (): Storage => sessionStorage;

function attempt<Value>(task: () => Value): Value | undefined {
  try {
    return task();
  } catch {
    return undefined;
  }
}

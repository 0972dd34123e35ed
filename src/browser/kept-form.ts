const PREFIX = 'foyer.form.';

export interface KeptForm<Values extends object> {
  /** Replaces values of `first` with kept ones of the same name and type. */
  restore: (first: Values) => Values;
  keep: (values: Values) => void;
  drop: () => void;
}

/**
 * Keeps the input of a form of several steps in this tab, so that it survives a reload or the end of the login. Not for
 * passwords or bank details. Keeps nothing if storage is forbidden.
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

/** Drops the forms whose names begin with `namePrefix`. By default all: after a logout nothing typed may stay. */
export function dropKeptForms(storage: () => Storage = tabStorage, namePrefix = ''): void {
  attempt(() => {
    for (const key of Object.keys(storage())) if (key.startsWith(PREFIX + namePrefix)) storage().removeItem(key);
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

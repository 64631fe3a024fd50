import { useEffect, useState } from 'preact/hooks';

/** A value shared by components; subscribers are called when it changes. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(changed: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const changed of listeners) changed();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    const update = () => setValue(() => store.get());
    // The value may have changed between the first render and this effect.
    update();
    return store.subscribe(update);
  }, [store]);
  return value;
}

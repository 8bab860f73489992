import { useSyncExternalStore } from 'react'

/** A value outside the components. */
export interface Store<T> {
  get(): T
  set(next: T): void
  /** Calls back after each change. @returns a function that stops it */
  listen(listener: () => void): () => void
}

export function createStore<T>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store. A component rerenders when it changes. */
export const useStored = <T>({ listen, get }: Pick<Store<T>, 'listen' | 'get'>): T => useSyncExternalStore(listen, get)

/** A part of a store's value; `pick` returns the same object until it changes. */
export const usePicked = <T, P>({ listen, get }: Store<T>, pick: (value: T) => P): P =>
  useSyncExternalStore(listen, () => pick(get()))

/**
 * The browser's local storage behind functions that never throw: it may be forbidden, full or edited by hand. Listeners are
 * called for changes of this page and of other tabs.
 */
const listeners = new Map<string, Set<() => void>>()

const notify = (key: string) => {
  for (const listener of listeners.get(key) ?? []) listener()
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** null removes the entry. False if the browser refused to store it. */
export function writeStored(key: string, value: string | null): boolean {
  let isKept = true
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    isKept = false
  }
  notify(key)
  return isKept
}

/** All keys that start with `prefix`. */
export function listStored(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** Leaves a text for the next page of this tab, which may come from another site; null removes it. */
export function leaveForNextPage(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // The next page starts without it.
  }
}

export function readFromLastPage(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function listenStored(key: string, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  const own = listeners.get(key) ?? new Set()
  listeners.set(key, own.add(listener))
  window.addEventListener('storage', onStorage)
  return () => {
    own.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** A store (`lib/store.ts`) in local storage. `parse` reads the stored text, once for each text. */
export function storedValue<T>(key: string, parse: (text: string | null) => T) {
  let parsed: { readonly text: string | null; readonly value: T } | null = null
  return {
    get(): T {
      const text = readStored(key)
      if (parsed?.text !== text) parsed = { text, value: parse(text) }
      return parsed.value
    },
    /** null removes the entry. False if the browser refused to store it. */
    set: (text: string | null) => writeStored(key, text),
    listen: (listener: () => void) => listenStored(key, listener),
  }
}

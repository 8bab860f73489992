import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part.ts'

export interface ToastText {
  readonly title: string
  readonly text?: string | undefined
  /** `bad` stays until it is closed. */
  readonly kind: 'plain' | 'bad'
}

// The list of toasts is fetched with the first toast; until it is there, toasts wait here.
let waiting: readonly ToastText[] = []
let show: ((toast: ToastText) => void) | null = null
const listeners = new Set<() => void>()

/** Says something short that asks for no answer. */
export function showToast(title: string, { text, kind = 'plain' }: { text?: string; kind?: ToastText['kind'] } = {}): void {
  const toast = { title, text, kind }
  if (show) {
    show(toast)
    return
  }
  waiting = [...waiting, toast]
  for (const listener of listeners) listener()
}

/** Called by the list when it can show toasts; takes those that waited. @returns what to call when it cannot any more. */
export function takeToasts(next: (toast: ToastText) => void): () => void {
  show = next
  const early = waiting
  waiting = []
  for (const toast of early) next(toast)
  return () => {
    if (show === next) show = null
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const ToastList = lazyPart(() => import('./toast-list.tsx').then((module) => ({ default: module.ToastList })))

/** Where toasts appear; once, at the root. */
export function Toasts({ label, closeLabel }: { label: string; closeLabel: string }) {
  const isNeeded = useSyncExternalStore(subscribe, () => show !== null || waiting.length > 0)
  return <Suspense>{isNeeded && <ToastList label={label} closeLabel={closeLabel} />}</Suspense>
}

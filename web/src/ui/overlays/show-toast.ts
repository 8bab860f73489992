import { createStore, usePicked } from '../../lib/store.ts'

export interface ToastText {
  readonly title: string
  readonly text?: string | undefined
  /** `bad` stays until it is closed. */
  readonly kind: 'plain' | 'bad'
  /** A button in it, as to undo what it says; it stays long enough to be pressed. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

// The list of toasts is fetched with the first toast; until it is there, toasts wait here.
const waiting = createStore<readonly ToastText[]>([])
let show: ((toast: ToastText) => void) | null = null

/** Says something short that asks for no answer. */
export function showToast(
  title: string,
  { text, kind = 'plain', action }: { text?: string; kind?: ToastText['kind']; action?: ToastText['action'] } = {},
): void {
  const toast = { title, text, kind, action }
  if (show) show(toast)
  else waiting.set([...waiting.get(), toast])
}

/** Called by the list when it can show toasts; takes those that waited. @returns what to call when it cannot any more. */
export function takeToasts(next: (toast: ToastText) => void): () => void {
  show = next
  const early = waiting.get()
  waiting.set([])
  for (const toast of early) next(toast)
  return () => {
    if (show === next) show = null
  }
}

/** Whether there is, or was, a toast to show. */
export const useHasToasts = () => usePicked(waiting, (toasts) => show !== null || toasts.length > 0)

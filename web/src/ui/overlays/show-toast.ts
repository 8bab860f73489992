import { createStore, usePicked } from '../../lib/store.ts'

export interface ToastText {
  readonly title: string
  readonly text?: string | undefined
  /** `bad` stays until the user closes it. */
  readonly kind: 'plain' | 'bad'
  /** A button, for example to undo the action; the toast stays long enough to press it. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

// The toast list is loaded with the first toast; until then, toasts wait here.
const waiting = createStore<readonly ToastText[]>([])
let show: ((toast: ToastText) => void) | null = null

/** Shows a short message that needs no answer. */
export function showToast(
  title: string,
  { text, kind = 'plain', action }: { text?: string; kind?: ToastText['kind']; action?: ToastText['action'] } = {},
): void {
  const toast = { title, text, kind, action }
  if (show) show(toast)
  else waiting.set([...waiting.get(), toast])
}

/** Called by the list once it can show toasts; delivers the waiting ones. @returns a function to call when it no longer can */
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

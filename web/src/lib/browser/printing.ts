import { flushSync } from 'react-dom'
import { createStore, useStored } from '../store.ts'

const printing = createStore(false)

if (typeof window !== 'undefined') {
  // The browser takes its picture of the page when the listener returns.
  window.addEventListener('beforeprint', () => flushSync(() => printing.set(true)))
  window.addEventListener('afterprint', () => printing.set(false))
}

/** Whether the page is being printed: then everything is drawn, also what is far from the window. */
export const usePrinting = (): boolean => useStored(printing)

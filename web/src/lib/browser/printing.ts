import { flushSync } from 'react-dom'
import { createStore, useStored } from '../store.ts'

const printing = createStore<number | null>(null)

if (typeof window !== 'undefined') {
  // The browser takes its picture of the page when the listener returns.
  window.addEventListener('beforeprint', () => flushSync(() => printing.set(performance.now())))
  window.addEventListener('afterprint', () => printing.set(null))
}

/**
 * The start of printing (`performance.now()`), or null. While the page is printed, everything is drawn, even far from the window.
 */
export const usePrinting = (): number | null => useStored(printing)

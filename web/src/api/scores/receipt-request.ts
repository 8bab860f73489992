import { useSyncExternalStore } from 'react'

/** The score that somebody asks about. */
export interface ReceiptRequest {
  readonly objective_id: number
  readonly team_id: number
}

// Numbers all over the pages lead to one sheet, which stands once at the root: features do not know each other, and a row
// that moves or goes away must not take the sheet with it.
let request: ReceiptRequest | null = null
const listeners = new Set<() => void>()

/** Opens the receipt that says why a team has its points on an objective; null closes it. */
export function askForReceipt(next: ReceiptRequest | null): void {
  request = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useReceiptRequest(): ReceiptRequest | null {
  return useSyncExternalStore(subscribe, () => request)
}

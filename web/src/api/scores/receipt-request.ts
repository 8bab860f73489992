import { createStore, useStored } from '../../lib/store.ts'

/** The score that somebody asks about. */
export interface ReceiptRequest {
  readonly objective_id: number
  readonly team_id: number
}

// Numbers all over the pages lead to one sheet, which stands once at the root: features do not know each other, and a row
// that moves or goes away must not take the sheet with it.
const request = createStore<ReceiptRequest | null>(null)

/** Opens the receipt that says why a team has its points on an objective; null closes it. */
export const askForReceipt = request.set

export const useReceiptRequest = () => useStored(request)

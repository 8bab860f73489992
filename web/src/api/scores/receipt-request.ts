import { createStore, useStored } from '../../lib/store.ts'

/** The score of the requested receipt. */
export interface ReceiptRequest {
  readonly objective_id: number
  readonly team_id: number
}

// Numbers all over the pages open one sheet, which is mounted once at the root: features do not know each other, and a row that
// moves or disappears must not take the sheet with it.
const request = createStore<ReceiptRequest | null>(null)

/** Opens the receipt that explains a team's points on an objective; null closes it. */
export const askForReceipt = request.set

export const useReceiptRequest = () => useStored(request)

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

/**
 * A receipt in an address: "12-3" is objective 12 and team 3. Chat programs read it, too (`features/link-cards` of the
 * server).
 */
export function readReceipt(value: unknown): ReceiptRequest | undefined {
  const [, objective_id, team_id] = /^(\d{1,9})-(\d{1,9})$/.exec(String(value)) ?? []
  return objective_id === undefined ? undefined : { objective_id: Number(objective_id), team_id: Number(team_id) }
}

export const writeReceipt = ({ objective_id, team_id }: ReceiptRequest): string => `${objective_id}-${team_id}`

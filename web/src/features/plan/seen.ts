import { callWrite } from '../../api/calls/writes.ts'
import { type EventKey, eventInput } from '../../api/calls/queries.ts'
import { readStored, writeStored } from '../../lib/browser/storage.ts'

const key = 'plan-seen'
/** Upper bound; a team plans fewer in a weekend, and a repeated report does no harm. */
const most = 500
/** Reports within this time, in milliseconds, share one call. */
const together_ms = 1500
const again_ms = 30_000

/** An entry of a plan that a user has had in view. */
export interface Seen {
  readonly event: EventKey
  readonly user_id: number
  readonly objective_id: number
  /** A changed text counts as unseen. */
  readonly version: number
}

const nameOf = ({ user_id, objective_id, version }: Seen) => `${user_id}.${objective_id}.${version}`
const readNames = () => (readStored(key) ?? '').split(' ').filter((name) => name !== '')

/** Whether this browser has reported it to the server. */
export const isSeen = (seen: Seen): boolean => readNames().includes(nameOf(seen))

let waiting = new Map<string, Seen>()
let timer: ReturnType<typeof setTimeout> | undefined

async function tell(): Promise<void> {
  timer = undefined
  const told = [...waiting.values()].filter((seen) => !isSeen(seen))
  waiting = new Map()
  for (const [event, entries] of Map.groupBy(told, (seen) => seen.event)) {
    try {
      const body = { entries: entries.map(({ objective_id, version }) => ({ objective_id, version })) }
      await callWrite('markPlanSeen', { ...eventInput(event), body } as Parameters<typeof callWrite<'markPlanSeen'>>[1])
      writeStored(key, [...readNames(), ...entries.map(nameOf)].slice(-most).join(' '))
    } catch {
      // No user waits for it, so a failed report is repeated later.
      for (const seen of entries) waiting.set(nameOf(seen), seen)
      timer ??= setTimeout(() => void tell(), again_ms)
    }
  }
}

/** Reports an entry to the server once, together with others of the same moment. */
export function noteSeen(seen: Seen): void {
  if (isSeen(seen)) return
  waiting.set(nameOf(seen), seen)
  timer ??= setTimeout(() => void tell(), together_ms)
}

import { useSyncExternalStore } from 'react'
import { listenStored, readStored, writeStored } from '../../lib/browser/storage.ts'

const key = 'plan-notices'
const toldKey = 'plan-told'

const listen = (listener: () => void) => listenStored(key, listener)
const readWish = () => readStored(key) === 'on'

/** Whether this browser shall tell of what leads write. Off until somebody switches it on. */
export const useWantsNotices = () => useSyncExternalStore(listen, readWish)

export function writeWantsNotices(wants: boolean): void {
  // What was written before somebody wanted to know is no news.
  writeStored(toldKey, null)
  writeStored(key, wants ? 'on' : null)
}

/** The version of a plan up to which this person was told, by any page of this browser; null: nothing was. */
export function readTold(user_id: number, team_id: number): number | null {
  const [user, team, version] = (readStored(toldKey) ?? '').split('.').map(Number)
  return user === user_id && team === team_id && version !== undefined ? version : null
}

export const writeTold = (user_id: number, team_id: number, version: number) =>
  writeStored(toldKey, `${user_id}.${team_id}.${version}`)

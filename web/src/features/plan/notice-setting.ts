import { readStored, storedValue, writeStored } from '../../lib/browser/storage.ts'
import { useStored } from '../../lib/store.ts'

const toldKey = 'plan-told'

const wish = storedValue('plan-notices', (text) => text === 'on')

/** Whether this browser notifies the player of the leads' messages. Off until the player switches it on. */
export const useWantsNotices = () => useStored(wish)

export function writeWantsNotices(wants: boolean): void {
  // Texts from before the opt-in are not news.
  writeStored(toldKey, null)
  wish.set(wants ? 'on' : null)
}

/** The last version of a plan that any page of this browser announced to this user; null: none. */
export function readTold(user_id: number, team_id: number): number | null {
  const [user, team, version] = (readStored(toldKey) ?? '').split('.').map(Number)
  return user === user_id && team === team_id && version !== undefined ? version : null
}

export const writeTold = (user_id: number, team_id: number, version: number) =>
  writeStored(toldKey, `${user_id}.${team_id}.${version}`)

import { storedValue } from '../../lib/browser/storage.ts'
import { useStored } from '../../lib/store.ts'

interface Version {
  readonly id: number
  readonly version: number
}

/** Upper bound; older ones have expired long ago. */
const most = 100

/** The key of one version of an announcement: an edited one is shown again. */
export const nameOf = ({ id, version }: Version) => `${id}.${version}`

const readNames = (text: string | null) => (text ?? '').split(' ').filter((name) => name !== '')

/** The keys of announcements dismissed in this browser. */
const dismissed = storedValue('announcements-dismissed', readNames)
export const useDismissed = () => useStored(dismissed)

/** The keys of announcements that were shown whole for long enough to be read. */
const seen = storedValue('announcements-seen', readNames)

type Names = typeof dismissed
const add = (names: Names, announcement: Version) =>
  names.set([...names.get().filter((name) => name !== nameOf(announcement)), nameOf(announcement)].slice(-most).join(' '))

export const dismiss = (announcement: Version) => add(dismissed, announcement)
export const markSeen = (announcement: Version) => add(seen, announcement)
export const isSeen = (announcement: Version) => seen.get().includes(nameOf(announcement))

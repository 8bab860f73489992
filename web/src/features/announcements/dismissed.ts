import { storedValue } from '../../lib/browser/storage.ts'
import { useStored } from '../../lib/store.ts'

/** So many are remembered; older ones are over long since. */
const most = 100

/** An announcement as it was when somebody dismissed it: an edited one is shown again. */
export const nameOf = ({ id, version }: { readonly id: number; readonly version: number }) => `${id}.${version}`

/** The names of the announcements that were dismissed in this browser. */
const dismissed = storedValue('announcements-dismissed', (text) => (text ?? '').split(' ').filter((name) => name !== ''))
export const useDismissed = () => useStored(dismissed)

export function dismiss(announcement: { readonly id: number; readonly version: number }): void {
  dismissed.set([...dismissed.get(), nameOf(announcement)].slice(-most).join(' '))
}

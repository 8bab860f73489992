import { storedValue } from '../../lib/browser/storage.ts'
import { useStored } from '../../lib/store.ts'

/** Upper bound; older ones have expired long ago. */
const most = 100

/** The key of one version of an announcement: an edited one is shown again. */
export const nameOf = ({ id, version }: { readonly id: number; readonly version: number }) => `${id}.${version}`

/** The keys of announcements dismissed in this browser. */
const dismissed = storedValue('announcements-dismissed', (text) => (text ?? '').split(' ').filter((name) => name !== ''))
export const useDismissed = () => useStored(dismissed)

export function dismiss(announcement: { readonly id: number; readonly version: number }): void {
  dismissed.set([...dismissed.get(), nameOf(announcement)].slice(-most).join(' '))
}

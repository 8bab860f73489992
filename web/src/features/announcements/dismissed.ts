import { listenStored, readStored, writeStored } from '../../lib/browser/storage.ts'

const key = 'announcements-dismissed'
/** So many are remembered; older ones are over long since. */
const most = 100

/** An announcement as it was when somebody dismissed it: an edited one is shown again. */
export const nameOf = ({ id, version }: { readonly id: number; readonly version: number }) => `${id}.${version}`

/** What was dismissed in this browser, as stored. */
export const readDismissedText = () => readStored(key) ?? ''
export const listenDismissed = (listener: () => void) => listenStored(key, listener)

export const isDismissed = (text: string, announcement: { readonly id: number; readonly version: number }) =>
  text.split(' ').includes(nameOf(announcement))

export function dismiss(announcement: { readonly id: number; readonly version: number }): void {
  const others = readDismissedText()
    .split(' ')
    .filter((name) => name !== '')
  writeStored(key, [...others, nameOf(announcement)].slice(-most).join(' '))
}

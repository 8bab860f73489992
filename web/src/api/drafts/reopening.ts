import { leaveForNextPage } from '../../lib/browser/storage.ts'
import { type DraftPlace, keyOf } from './draft-keys.ts'
import { type Left, listOpenForms, readLeft, readPage, reopeningKey } from './open-forms.ts'

const leave = (left: Left) => leaveForNextPage(reopeningKey, left.places.length === 0 ? null : JSON.stringify(left))

/** Called before the page is left for a login: notes the forms with input, which are opened again afterwards. */
export const rememberOpenForms = (): void => leave({ at: Date.now(), page: readPage(), places: listOpenForms() })

/** Called when the form is on the page, so that it does not open again after it was closed. */
export function forgetLeftForm(place: DraftPlace): void {
  const left = readLeft()
  if (left) leave({ ...left, places: left.places.filter((each) => keyOf(each) !== keyOf(place)) })
}

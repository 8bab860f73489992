import { leaveForNextPage } from '../../lib/browser/storage.ts'
import type { DraftForm } from './draft-forms.ts'
import { listOpenForms, readLeft, reopeningKey } from './open-forms.ts'

/** Before the page is left for a login: the forms with input, to be opened again on the way back. */
export function rememberOpenForms(): void {
  const places = listOpenForms()
  leaveForNextPage(reopeningKey, places.length === 0 ? null : JSON.stringify({ at: Date.now(), places }))
}

/** Opens the forms again that `open` takes; each once. */
export function takeOpenForm(user_id: number, form: DraftForm, open: (id: string) => boolean): void {
  const left = readLeft()
  const places = left?.places.filter((place) => !(place.user_id === user_id && place.form === form && open(place.id)))
  if (left && places && places.length < left.places.length)
    leaveForNextPage(reopeningKey, places.length === 0 ? null : JSON.stringify({ ...left, places }))
}

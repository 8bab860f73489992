import { leaveForNextPage, readFromLastPage } from '../../lib/browser/storage.ts'
import type { DraftForm } from './draft-forms.ts'
import type { DraftPlace } from './draft-keys.ts'
import { listOpenForms, reopeningKey } from './open-forms.ts'

/** A login takes minutes at most; a page that is opened much later starts closed. */
const reopened_ms = 30 * 60_000

/** Before the page is left for a login: the forms with input, to be opened again on the way back. */
export function rememberOpenForms(): void {
  const places = listOpenForms()
  leaveForNextPage(reopeningKey, places.length === 0 ? null : JSON.stringify({ at: Date.now(), places }))
}

interface Left {
  readonly at: number
  readonly places: readonly DraftPlace[]
}

function readLeft(): Left | null {
  try {
    const left = JSON.parse(readFromLastPage(reopeningKey) ?? 'null') as Left | null
    return left && Date.now() - left.at < reopened_ms && Array.isArray(left.places) ? left : null
  } catch {
    // Edited by hand.
    return null
  }
}

/** Opens the forms again that `open` takes; each once. */
export function takeOpenForm(user_id: number, form: DraftForm, open: (id: string) => boolean): void {
  const left = readLeft()
  const places = left?.places.filter((place) => !(place.user_id === user_id && place.form === form && open(place.id)))
  if (left && places && places.length < left.places.length)
    leaveForNextPage(reopeningKey, places.length === 0 ? null : JSON.stringify({ ...left, places }))
}

import { leaveForNextPage, readFromLastPage } from '../../lib/browser/storage.ts'
import type { DraftForm } from './draft-forms.ts'
import type { DraftPlace } from './draft-keys.ts'

/** A form on the page with unsaved input. */
export interface OpenForm {
  readonly place: DraftPlace | null
  /** Whether the browser has stored its draft. */
  readonly isKept: boolean
}

const open = new Map<object, OpenForm>()

/** Closing the tab loses only input that the browser did not store. */
function warn(event: BeforeUnloadEvent): void {
  if ([...open.values()].some(({ isKept }) => !isKept)) event.preventDefault()
}

/** Says that a form has unsaved input; null when it has none any more. */
export function noteForm(form: object, state: OpenForm | null): void {
  if (state) open.set(form, state)
  else open.delete(form)
  if (open.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

export const hasUnsavedForms = (): boolean => open.size > 0

const key = 'reopen'
/** A login takes minutes at most; a page that is opened much later starts closed. */
const reopened_ms = 30 * 60_000

/** Before the page is left for a login: the forms with input, to be opened again on the way back. */
export function rememberOpenForms(): void {
  const places = [...open.values()].flatMap(({ place }) => place ?? [])
  leaveForNextPage(key, places.length === 0 ? null : JSON.stringify({ at: Date.now(), places }))
}

interface Left {
  readonly at: number
  readonly places: readonly DraftPlace[]
}

function readLeft(): Left | null {
  try {
    const left = JSON.parse(readFromLastPage(key) ?? 'null') as Left | null
    return left && Date.now() - left.at < reopened_ms && Array.isArray(left.places) ? left : null
  } catch {
    // Edited by hand.
    return null
  }
}

/** Whether such a form will be opened again: the page shows its part without waiting. */
export const isLeftOpen = (form: DraftForm): boolean => readLeft()?.places.some((place) => place.form === form) ?? false

/** Opens the forms again that `open` takes; each once. */
export function takeOpenForm(user_id: number, form: DraftForm, open: (id: string) => boolean): void {
  const left = readLeft()
  const places = left?.places.filter((place) => !(place.user_id === user_id && place.form === form && open(place.id)))
  if (left && places && places.length < left.places.length) leaveForNextPage(key, JSON.stringify({ ...left, places }))
}

import { readFromLastPage } from '../../lib/browser/storage.ts'
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

/** The places of all forms with input. */
export const listOpenForms = (): DraftPlace[] => [...open.values()].flatMap(({ place }) => place ?? [])

export const reopeningKey = 'reopen'

/** Whether the page was left for a login from a form: its parts are shown without waiting. */
export const hasLeftForms = (): boolean => readFromLastPage(reopeningKey) !== null

import { readFromLastPage } from '../../lib/browser/storage.ts'
import type { DraftPlace } from './draft-keys.ts'

/** A form on the page with unsaved input. */
export interface OpenForm {
  readonly place: DraftPlace | null
  /** Whether the browser has stored its draft. */
  readonly isKept: boolean
}

const open = new Map<object, OpenForm>()

/** Whether the browser has stored the input of every form. */
export const areAllKept = (): boolean => [...open.values()].every(({ isKept }) => isKept)

/** Closing the tab loses only input that the browser did not store. */
function warn(event: BeforeUnloadEvent): void {
  if (!areAllKept()) event.preventDefault()
}

/** Says that a form has unsaved input; null when it no longer has any. */
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
/** A login takes minutes at most; a page that is opened much later starts closed. */
const reopened_ms = 30 * 60_000

export interface Left {
  readonly at: number
  /** The page that was left: it still has its forms open, and is drawn again until the browser has gone to the next one. */
  readonly page: number
  readonly places: readonly DraftPlace[]
}

/** Differs for each loaded page. */
export const readPage = () => performance.timeOrigin

/** The forms with input when the page before this one was left for a login. */
export function readLeft(): Left | null {
  try {
    const left = JSON.parse(readFromLastPage(reopeningKey) ?? 'null') as Left | null
    const isOfThisPage = left?.page === readPage()
    return left && !isOfThisPage && Date.now() - left.at < reopened_ms && Array.isArray(left.places) ? left : null
  } catch {
    // Edited by hand.
    return null
  }
}

/** Whether the page was left for a login from a form: its parts are shown without waiting. */
export const hasLeftForms = (): boolean => readLeft() !== null

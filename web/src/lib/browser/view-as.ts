import { parseViewAs, type ViewAs } from '@muster/contract/view-as'

const text = new URLSearchParams(window.location.search).get('view_as')

/**
 * The viewer as whom an organiser sees the site: chosen by the address that the page was opened with, and unchanged until another
 * page is opened, so that no answer for one viewer is shown to the other. Null: themselves.
 */
export const viewAs: ViewAs | null = (text !== null && parseViewAs(text)) || null

/** The same as in the address; every link keeps it. */
export const viewAsText: string | null = viewAs === null ? null : text

import type { TreeItem } from './tree.ts'

export const views = [
  'uniques',
  'collections',
  'races',
  'bounties',
  'dailies',
  'gems',
  'scarabs',
  'heist',
  'delve',
  'personal',
  'list',
] as const
export type View = (typeof views)[number]

/** How pages show a branch of the tree. Kept in an objective's `extra`, so that a renamed category stays what it is. */
export interface Layout {
  readonly view: View | null
  /** Title of the branch's tab where it is not the objective's name. */
  readonly tab: string | null
  /** The text for people, which is all that `extra` holds without a layout. */
  readonly note: string
}

/** Names that tell the view of a branch without a layout of its own. */
const viewsByName: Readonly<Record<string, View>> = {
  'Personal Objectives': 'personal',
  Uniques: 'uniques',
  'Focus Uniques': 'uniques',
  Races: 'races',
  Bounties: 'bounties',
  Collections: 'collections',
  Dailies: 'dailies',
  Heist: 'heist',
  Gems: 'gems',
  Scarabs: 'scarabs',
  Delve: 'delve',
}

/** The JSON object in a text, null when the text is anything else. */
function readObject(text: string): Readonly<Record<string, unknown>> | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    // Not JSON: a note for people that happens to begin with a brace.
    return null
  }
}

const readText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/**
 * The layout of an objective: from its `extra`, else from its English name. Anything unreadable is a note.
 * Example: `{"layout":{"view":"dailies","tab":"Every day","note":"24 hours each"}}`.
 */
export function layoutOf({ name, extra }: Pick<TreeItem, 'name'> & { readonly extra: string }): Layout {
  const byName = Object.hasOwn(viewsByName, name) ? (viewsByName[name] ?? null) : null
  const given = readObject(extra)?.['layout']
  if (typeof given !== 'object' || given === null) return { view: byName, tab: null, note: extra }
  const { view, tab, note } = given as Record<'view' | 'tab' | 'note', unknown>
  return { view: views.find((known) => known === view) ?? byName, tab: readText(tab), note: readText(note) ?? '' }
}

/** `extra` for an objective with a layout; the counterpart of `layoutOf`. */
export function writeLayout({ view, tab, note }: Layout): string {
  if (view === null && tab === null) return note
  return JSON.stringify({
    layout: { ...(view !== null && { view }), ...(tab !== null && { tab }), ...(note !== '' && { note }) },
  })
}

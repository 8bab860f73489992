import type { VisibleObjectives } from './visible-objectives.ts'
import type { TabIndex } from './tab-index.ts'

/** A query: words that must all appear, and an objective that must be completed now; null = any. */
export interface Wanted {
  readonly words: readonly string[]
  readonly objective_id: number | null
}

/** A tab prepared for search. */
export interface SearchedTab {
  readonly id: string
  /** Lower case: the names of the tab, its folder and its collection. */
  readonly name: string
  readonly index: TabIndex
}

export interface Found {
  readonly tab: SearchedTab
  readonly place: number
}

/** More words would not narrow the result. */
const maxWords = 12

export const readWords = (q: string): string[] =>
  [...new Set(q.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, maxWords)

const none: ReadonlySet<number> = new Set()

/** For each word the released objectives with the word in their name. */
type Named = ReadonlyMap<string, ReadonlySet<number>>

function nameObjectives(words: readonly string[], { released }: VisibleObjectives): Named {
  const names = [...released.values()].map(({ id, name }) => ({ id, name: name.toLowerCase() }))
  return new Map(words.map((word) => [word, new Set(names.flatMap(({ id, name }) => (name.includes(word) ? [id] : [])))]))
}

/** Whether an item completes one of these objectives now. */
const servesAny = ({ served }: TabIndex, place: number, wanted: ReadonlySet<number>, visible: VisibleObjectives) =>
  served.get(place)?.some(({ objective_id }) => wanted.has(objective_id) && visible.isOpen(objective_id)) ?? false

/** By the position of the item: how many of the words it has so far, and how many of them in its names. */
interface Marks {
  readonly met: Uint8Array
  readonly named: Uint8Array
}

/** Marks the items that have a word and all words before it: one pass over the text of the tab. */
function markWord(
  tab: SearchedTab,
  word: string,
  before: number,
  named: ReadonlySet<number>,
  visible: VisibleObjectives,
  marks: Marks,
): void {
  const { index } = tab
  const { text, starts, names_end } = index.texts
  // The tab's name matches for all its items.
  if (tab.name.includes(word))
    for (let one = 0; one < marks.met.length; one++) if (marks.met[one] === before) marks.met[one] = before + 1
  let place = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[place])) {
    while ((starts[place + 1] as number) <= at) place += 1
    if (marks.met[place] === before) marks.met[place] = before + 1
    // Names come first, so a word in them is found there.
    if (at < (names_end[place] as number)) (marks.named[place] as number) += 1
    place += 1
  }
  if (named.size === 0) return
  for (const one of index.served.keys()) {
    if (marks.met[one] === before && servesAny(index, one, named, visible)) marks.met[one] = before + 1
  }
}

/** All matching items: matches in names first, then the others; each in the order of tabs and positions. */
export function findInTabs(tabs: readonly SearchedTab[], wanted: Wanted, visible: VisibleObjectives): Found[] {
  const named = nameObjectives(wanted.words, visible)
  const only = wanted.objective_id === null ? null : new Set([wanted.objective_id])
  const byName: Found[] = []
  const others: Found[] = []
  for (const tab of tabs) {
    const { index } = tab
    const length = index.heads.length
    const marks = { met: new Uint8Array(length), named: new Uint8Array(length) }
    wanted.words.forEach((word, before) => markWord(tab, word, before, named.get(word) ?? none, visible, marks))
    for (let place = 0; place < length; place++) {
      if (marks.met[place] !== wanted.words.length || (only !== null && !servesAny(index, place, only, visible))) continue
      ;(marks.named[place] === wanted.words.length ? byName : others).push({ tab, place })
    }
  }
  return byName.concat(others)
}

import type { Sight } from './sight.ts'
import type { TabIndex } from './tab-index.ts'

/** What is looked for: words that must all appear, and an objective that must be completed now; null = no matter. */
export interface Wanted {
  readonly words: readonly string[]
  readonly objective_id: number | null
}

/** A tab as it is searched. */
export interface SearchedTab {
  readonly id: string
  /** In lower case: its own name and its folder's. */
  readonly name: string
  readonly index: TabIndex
}

export interface Found {
  readonly tab: SearchedTab
  readonly place: number
}

/** More words narrow nothing down any more. */
const mostWords = 12

export const readWords = (q: string): string[] =>
  [...new Set(q.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, mostWords)

/** For each word the released objectives that are named so. */
type Named = ReadonlyMap<string, ReadonlySet<number>>

function nameObjectives(words: readonly string[], { released }: Sight): Named {
  const names = [...released.values()].map(({ id, name }) => ({ id, name: name.toLowerCase() }))
  return new Map(words.map((word) => [word, new Set(names.flatMap(({ id, name }) => (name.includes(word) ? [id] : [])))]))
}

/** Whether an item completes one of these now. */
const servesAny = ({ served }: TabIndex, place: number, wanted: ReadonlySet<number>, sight: Sight) =>
  served.get(place)?.some(({ objective_id }) => wanted.has(objective_id) && sight.isOpen(objective_id)) ?? false

/** Marks the places whose text has a word: one pass over the text of the tab. */
function markText({ texts: { text, starts } }: TabIndex, word: string, marked: Uint8Array): void {
  let place = 0
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, starts[place] as number)) {
    while ((starts[place + 1] as number) <= at) place += 1
    marked[place] = 1
    place += 1
  }
}

function findPlaces(tab: SearchedTab, { words, objective_id }: Wanted, named: Named, sight: Sight): number[] {
  const { index } = tab
  const { text, starts } = index.texts
  // The tab's name stands for all that lies in it.
  const [first, ...others] = words.filter((word) => !tab.name.includes(word))
  const marked = new Uint8Array(index.heads.length)
  if (first === undefined) marked.fill(1)
  else {
    markText(index, first, marked)
    const objectives = named.get(first) as ReadonlySet<number>
    if (objectives.size > 0)
      for (const place of index.served.keys()) if (servesAny(index, place, objectives, sight)) marked[place] = 1
  }
  const only = objective_id === null ? null : new Set([objective_id])
  const places: number[] = []
  for (let place = 0; place < marked.length; place++) {
    if (marked[place] === 0) continue
    const own = others.length === 0 ? '' : text.slice(starts[place], starts[place + 1])
    const isAll = others.every(
      (word) => own.includes(word) || servesAny(index, place, named.get(word) as ReadonlySet<number>, sight),
    )
    if (isAll && (only === null || servesAny(index, place, only, sight))) places.push(place)
  }
  return places
}

function isNamedSo({ index: { texts } }: SearchedTab, place: number, words: readonly string[]): boolean {
  const names = texts.text.slice(texts.starts[place], texts.names_end[place])
  return words.every((word) => names.includes(word))
}

/** All items that are found: those named so first, then the others; each by the order of the tabs and the place in them. */
export function findInTabs(tabs: readonly SearchedTab[], wanted: Wanted, sight: Sight): Found[] {
  const named = nameObjectives(wanted.words, sight)
  const byName: Found[] = []
  const others: Found[] = []
  for (const tab of tabs) {
    for (const place of findPlaces(tab, wanted, named, sight)) {
      ;(isNamedSo(tab, place, wanted.words) ? byName : others).push({ tab, place })
    }
  }
  return byName.concat(others)
}

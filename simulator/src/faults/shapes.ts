/** Habits of the game's servers that a reader has to bear: the content is right, its form is not what one expects. */
import { hashText } from '../prng.ts'

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isItem = (value: Json) => 'typeLine' in value && 'baseType' in value

/**
 * Changes every item of an answer, wherever it lies. What is given is changed itself: a page of the stream has tens of
 * thousands of values, and copying them would take longer than everything else that is done for it.
 */
export const changeItems = (value: unknown, change: (item: Json) => Json): unknown => {
  if (Array.isArray(value)) {
    for (const [place, one] of value.entries()) if (typeof one === 'object') value[place] = changeItems(one, change)
    return value
  }
  if (!isRecord(value)) return value
  const record: Record<string, unknown> = value
  for (const name in record) if (typeof record[name] === 'object') record[name] = changeItems(record[name], change)
  return isItem(record) ? change(record) : record
}

/** Lists that are not there are null instead of absent, flags that do not hold are false. */
export const withNulls = (item: Json): Json => ({
  enchantMods: null,
  utilityMods: null,
  sockets: null,
  influences: null,
  split: false,
  corrupted: false,
  ...item,
})

/** A patch brings members nobody knows. */
export const withUnknown = (item: Json): Json => ({
  ...item,
  gildedMods: ['Gilded'],
  gilding: { level: 3, of: [] },
  isGilded: true,
})

/** What very old things lack. */
export const withMissing = ({ id: _id, frameTypeId: _frame, verified: _verified, ...item }: Json): Json => item

/** An empty dictionary leaves the servers as an empty list. */
export const withEmptyLists = (item: Json): Json => ({ influences: [], hybrid: [], incubatedItem: [], ...item })

/** Some modifiers in the form of before, some in that of now. */
export const withMixedMods = (item: Json): Json => {
  const { explicitMods } = item
  if (!Array.isArray(explicitMods)) return item
  const mixed = explicitMods.map((mod: unknown, at) => {
    const isPlain = isRecord(mod) && (!isRecord(mod['flags']) || Object.keys(mod['flags']).length === 0)
    return isPlain && at % 2 === 0 ? mod['description'] : mod
  })
  return { ...item, explicitMods: mixed }
}

/** Numbers of passive skills as texts; what is given is changed itself. */
export const withTextNumbers = (value: unknown): unknown => {
  if (Array.isArray(value)) for (const one of value) withTextNumbers(one)
  if (!isRecord(value)) return value
  const record: Record<string, unknown> = value
  for (const name in record) {
    const member = record[name]
    if ((name === 'hashes' || name === 'hashes_ex') && Array.isArray(member)) record[name] = member.map(String)
    else if (typeof member === 'object') withTextNumbers(member)
  }
  return value
}

/** Letters that JSON can name and a database cannot hold: U+0000, and half of a pair. What is given is changed itself. */
export const withUnstorable = (value: unknown, fields: readonly string[]): unknown => {
  if (Array.isArray(value)) for (const one of value) withUnstorable(one, fields)
  if (!isRecord(value)) return value
  const record: Record<string, unknown> = value
  for (const name in record) {
    const member = record[name]
    if (typeof member === 'string' && fields.includes(name)) record[name] = `${member}\u0000\ud800`
    else if (typeof member === 'object') withUnstorable(member, fields)
  }
  return value
}

const changeLadder = (value: unknown, change: (ladder: Json, entries: unknown[]) => Json): unknown => {
  if (!isRecord(value) || !isRecord(value['ladder']) || !Array.isArray(value['ladder']['entries'])) return value
  return { ...value, ladder: change(value['ladder'], value['ladder']['entries']) }
}

/** Only the upper half of the ladder, and it says that there is no more. */
export const withHalfLadder = (value: unknown): unknown =>
  changeLadder(value, (ladder, entries) => {
    const kept = entries.slice(0, Math.ceil(entries.length / 2))
    return { ...ladder, total: kept.length, entries: kept }
  })

/** Everybody hides their account from the ladder. */
export const withHiddenAccounts = (value: unknown): unknown =>
  changeLadder(value, (ladder, entries) => ({
    ...ladder,
    entries: entries.map((entry) => (isRecord(entry) ? { ...entry, account: undefined, public: undefined } : entry)),
  }))

/** Ranks moved between two looks: somebody is told twice, and somebody else not at all. */
export const withShiftedRanks = (value: unknown): unknown =>
  changeLadder(value, (ladder, entries) => {
    // another one each minute, so that nobody is away for long
    const at = entries.length < 2 ? 0 : hashText(String(ladder['cached_since']), 0) % (entries.length - 1)
    return { ...ladder, entries: entries.map((entry, place) => (place === at + 1 ? entries[at] : entry)) }
  })

const changeTabs = (value: unknown, change: (tabs: readonly Json[]) => readonly unknown[]): unknown =>
  isRecord(value) && Array.isArray(value['stashes']) && 'next_change_id' in value
    ? { ...value, stashes: change(value['stashes'].filter(isRecord)) }
    : value

/** The stream leaves tabs out and goes on behind them. */
export const withTabsLeftOut = (value: unknown): unknown =>
  changeTabs(value, (tabs) => tabs.filter((_tab, place) => place % 3 !== 0))

/** The first thing of each tab lies in the next tab of its owner as well. */
export const withItemTwice = (value: unknown): unknown =>
  changeTabs(value, (tabs) =>
    tabs.map((tab, place) => {
      const before = tabs[place - 1]
      const [twin] =
        before && before['accountName'] === tab['accountName'] && Array.isArray(before['items']) ? before['items'] : []
      return twin === undefined || !Array.isArray(tab['items']) ? tab : { ...tab, items: [...tab['items'], twin] }
    }),
  )

/** So many times as much as usual is said of strangers. */
const FLOOD = 20

/** Tabs of strangers again and again under other ids. */
export const withFlood = (value: unknown): unknown =>
  changeTabs(value, (tabs) =>
    tabs.flatMap((tab) =>
      String(tab['accountName']).startsWith('Stranger')
        ? Array.from({ length: FLOOD }, (_, copy) => ({
            ...tab,
            id: `${String(tab['id']).slice(0, -2)}${copy.toString(16).padStart(2, '0')}`,
          }))
        : [tab],
    ),
  )

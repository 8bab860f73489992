/** Habits of the game's servers that a reader has to accept: the content is right, its form is unexpected. */
import { hashText } from '../prng.ts'

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isItem = (value: Json) => 'typeLine' in value && 'baseType' in value

/**
 * Changes every item of an answer, at any depth. The input is changed in place: a page of the stream has tens of thousands of
 * values, and copying them would take longer than all other work on it.
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

/** Missing lists are null instead of absent, and false flags are false instead of absent. */
export const withNulls = (item: Json): Json => ({
  enchantMods: null,
  utilityMods: null,
  sockets: null,
  influences: null,
  split: false,
  corrupted: false,
  ...item,
})

/** A patch adds unknown members. */
export const withUnknown = (item: Json): Json => ({
  ...item,
  gildedMods: ['Gilded'],
  gilding: { level: 3, of: [] },
  isGilded: true,
})

/** Members missing from very old items. */
export const withMissing = ({ id: _id, frameTypeId: _frame, verified: _verified, ...item }: Json): Json => item

/** An empty dictionary is sent as an empty list. */
export const withEmptyLists = (item: Json): Json => ({ influences: [], hybrid: [], incubatedItem: [], ...item })

/** Some modifiers in the old format, some in the new one. */
export const withMixedMods = (item: Json): Json => {
  const { explicitMods } = item
  if (!Array.isArray(explicitMods)) return item
  const mixed = explicitMods.map((mod: unknown, at) => {
    const isPlain = isRecord(mod) && (!isRecord(mod['flags']) || Object.keys(mod['flags']).length === 0)
    return isPlain && at % 2 === 0 ? mod['description'] : mod
  })
  return { ...item, explicitMods: mixed }
}

/** Numbers of passive skills as texts; the input is changed in place. */
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

/**
 * Characters that JSON can encode and a database cannot store: U+0000, and unpaired surrogates. The input is changed in place.
 */
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

/** Only the upper half of the ladder, marked as complete. */
export const withHalfLadder = (value: unknown): unknown =>
  changeLadder(value, (ladder, entries) => {
    const kept = entries.slice(0, Math.ceil(entries.length / 2))
    return { ...ladder, total: kept.length, entries: kept }
  })

/** All accounts are hidden on the ladder. */
export const withHiddenAccounts = (value: unknown): unknown =>
  changeLadder(value, (ladder, entries) => ({
    ...ladder,
    entries: entries.map((entry) => (isRecord(entry) ? { ...entry, account: undefined, public: undefined } : entry)),
  }))

/** Ranks moved between two pages: one entry is repeated, another is missing. */
export const withShiftedRanks = (value: unknown): unknown =>
  changeLadder(value, (ladder, entries) => {
    // another one each minute, so that no entry is missing for long
    const at = entries.length < 2 ? 0 : hashText(String(ladder['cached_since']), 0) % (entries.length - 1)
    return { ...ladder, entries: entries.map((entry, place) => (place === at + 1 ? entries[at] : entry)) }
  })

const changeTabs = (value: unknown, change: (tabs: readonly Json[]) => readonly unknown[]): unknown =>
  isRecord(value) && Array.isArray(value['stashes']) && 'next_change_id' in value
    ? { ...value, stashes: change(value['stashes'].filter(isRecord)) }
    : value

/** The stream leaves tabs out and continues after them. */
export const withTabsLeftOut = (value: unknown): unknown =>
  changeTabs(value, (tabs) => tabs.filter((_tab, place) => place % 3 !== 0))

/** The first item of each tab is also in the next tab of its owner. */
export const withItemTwice = (value: unknown): unknown =>
  changeTabs(value, (tabs) =>
    tabs.map((tab, place) => {
      const before = tabs[place - 1]
      const [twin] =
        before && before['accountName'] === tab['accountName'] && Array.isArray(before['items']) ? before['items'] : []
      return twin === undefined || !Array.isArray(tab['items']) ? tab : { ...tab, items: [...tab['items'], twin] }
    }),
  )

/** Factor for the tabs of strangers. */
const FLOOD = 20

/** Tabs of strangers repeated under other ids. */
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

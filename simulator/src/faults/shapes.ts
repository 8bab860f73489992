/** Habits of the game's servers that a reader has to bear: the content is right, its form is not what one expects. */
type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isItem = (value: Json) => 'typeLine' in value && 'baseType' in value

/** Changes every item of an answer, wherever it lies. */
export const changeItems = (value: unknown, change: (item: Json) => Json): unknown => {
  if (Array.isArray(value)) return value.map((one) => changeItems(one, change))
  if (!isRecord(value)) return value
  const changed = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changeItems(member, change)]))
  return isItem(value) ? change(changed) : changed
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

/** Numbers of passive skills as texts. */
export const withTextNumbers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withTextNumbers)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      (name === 'hashes' || name === 'hashes_ex') && Array.isArray(member) ? member.map(String) : withTextNumbers(member),
    ]),
  )
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

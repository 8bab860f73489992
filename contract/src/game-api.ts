/**
 * The parts of the game's API that we read: shapes of the provider's API, deliberately tolerant. Unknown fields are kept,
 * optional lists may be null, dictionaries may arrive as an empty list (a habit of the provider's servers). Sources: the
 * provider's developer documentation and observed traffic, game version 3.29.
 */
import { z } from 'zod'
import type { GameVersion } from './events.ts'
import { type Realm, defaultGame, gameVersions, realms } from './game-versions.ts'

/** The realm in which an event of this game is played. The game assumes `pc` if none is named. */
export const realmOf = (game_version: GameVersion): Realm => realms[game_version]

/** The realm as addresses name it; null for the default realm, which they leave out. */
export const namedRealmOf = (game_version: GameVersion): Realm | null =>
  game_version === defaultGame ? null : realms[game_version]

/** The game of an object that names its realm. */
export const gameOf = (realm: string | null | undefined): GameVersion =>
  gameVersions.find((version) => realms[version] === realm) ?? defaultGame

const optional = <S extends z.ZodType>(schema: S) => schema.nullish()

/** A value pair of a property: text as displayed, and a display colour. */
const PropertyValue = z.tuple([z.string(), z.number()]).rest(z.unknown())

export const ItemProperty = z.looseObject({
  name: z.string(),
  values: z.array(PropertyValue),
  displayMode: optional(z.number()),
  type: optional(z.number()),
  progress: optional(z.number()),
  suffix: optional(z.string()),
})
export type ItemProperty = z.output<typeof ItemProperty>

/** A modifier since 3.29; before, the plain description. Flags may be absent, `{}` or `[]`. */
export const ItemMod = z.union([
  z.string(),
  z.looseObject({ description: z.string(), flags: optional(z.union([z.record(z.string(), z.boolean()), z.array(z.unknown())])) }),
])
export type ItemMod = z.output<typeof ItemMod>

export const ItemSocket = z.looseObject({ group: z.number(), attr: optional(z.string()), sColour: optional(z.string()) })

/**
 * The shape of a well-formed item; the simulator's output is checked against it. Rules do not rely on this shape: they read items
 * as `GameItem` and tolerate anything.
 */
export const Item = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  typeLine: z.string(),
  baseType: z.string(),
  rarity: z.enum(['Normal', 'Magic', 'Rare', 'Unique']).optional(),
  /** Deprecated since 3.29 but still sent. */
  frameType: z.int().optional(),
  frameTypeId: z.string().optional(),
  identified: z.boolean(),
  ilvl: z.int(),
  icon: z.string(),
  w: z.int(),
  h: z.int(),
  x: optional(z.int()),
  y: optional(z.int()),
  inventoryId: optional(z.string()),
  league: optional(z.string()),
  stackSize: optional(z.int()),
  maxStackSize: optional(z.int()),
  properties: optional(z.array(ItemProperty)),
  requirements: optional(z.array(ItemProperty)),
  additionalProperties: optional(z.array(ItemProperty)),
  sockets: optional(z.array(ItemSocket)),
  socketedItems: optional(z.array(z.unknown())),
  implicitMods: optional(z.array(ItemMod)),
  explicitMods: optional(z.array(ItemMod)),
  enchantMods: optional(z.array(z.string())),
  craftedMods: optional(z.array(z.string())),
  fracturedMods: optional(z.array(z.string())),
  influences: optional(z.union([z.record(z.string(), z.boolean()), z.array(z.unknown())])),
  corrupted: optional(z.boolean()),
  split: optional(z.boolean()),
})
export type Item = z.output<typeof Item>

/** An item as received: an object of unknown shape. */
export type GameItem = Readonly<Record<string, unknown>>

/** Most items of a page belong to players outside our events, so their list is checked but not copied. */
const isListOfItems = (value: unknown): value is GameItem[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))

/** One tab of the public stream with its complete current content; `public: false` = no longer listed. */
export const PublicStashChange = z.looseObject({
  id: z.string().min(1),
  public: z.boolean(),
  accountName: optional(z.string()),
  stash: optional(z.string()),
  stashType: optional(z.string()),
  league: optional(z.string()),
  items: optional(z.custom<GameItem[]>(isListOfItems, 'expected a list of objects')),
})
export type PublicStashChange = z.output<typeof PublicStashChange>

/** Numbers joined by hyphens, one per shard of the stream: currently five. */
export const ChangeId = z.string().regex(/^\d{1,20}(-\d{1,20}){0,15}$/, 'is not a position in the stream')

export const PublicStashPage = z.looseObject({ next_change_id: ChangeId, stashes: z.array(PublicStashChange) })
export type PublicStashPage = z.output<typeof PublicStashPage>

export const Profile = z.looseObject({
  uuid: z.string().min(1),
  name: z.string().min(1),
  realm: optional(z.string()),
  locale: optional(z.string()),
  twitch: optional(z.looseObject({ name: z.string() })),
})
export type Profile = z.output<typeof Profile>

/** Answer of the token endpoint; `expires_in` is null for application tokens, which do not expire. */
export const TokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.number().nullable(),
  scope: z.string(),
  username: optional(z.string()),
  sub: optional(z.string()),
  refresh_token: optional(z.string()),
})
export type TokenAnswer = z.output<typeof TokenAnswer>

/** A number that PostgreSQL stores in a column of four bytes. A larger one is rejected with an error that names its field. */
const StoredInt = z.int32()

export const CharacterSummary = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  realm: optional(z.string()),
  class: z.string(),
  league: optional(z.string()),
  level: StoredInt,
  experience: z.int(),
  current: optional(z.boolean()),
})
export type CharacterSummary = z.output<typeof CharacterSummary>

export const CharacterList = z.looseObject({ characters: z.array(CharacterSummary) })
export type CharacterList = z.output<typeof CharacterList>

/** The number of a passive node; the servers have sent it as text, too. */
const NodeNumber = z.union([
  StoredInt,
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

export const Passives = z.looseObject({
  hashes: optional(z.array(NodeNumber)),
  hashes_ex: optional(z.array(NodeNumber)),
  /** Second game only: passives allocated for a single weapon set, by the name of the set. */
  specialisations: optional(z.union([z.record(z.string(), optional(z.array(NodeNumber))), z.array(z.unknown())])),
  bandit_choice: optional(z.string()),
  pantheon_major: optional(z.string()),
  pantheon_minor: optional(z.string()),
  /** The id of a bloodline in the tree; the game's site sends its number. */
  alternate_ascendancy: optional(z.union([z.string(), StoredInt])),
  /** Second game only: quest rewards, as text. */
  quest_stats: optional(z.array(z.string())),
})

export const CharacterDetail = z.looseObject({
  ...CharacterSummary.shape,
  equipment: optional(z.custom<GameItem[]>(isListOfItems, 'expected a list of objects')),
  inventory: optional(z.custom<GameItem[]>(isListOfItems, 'expected a list of objects')),
  rucksack: optional(z.custom<GameItem[]>(isListOfItems, 'expected a list of objects')),
  jewels: optional(z.custom<GameItem[]>(isListOfItems, 'expected a list of objects')),
  /** Second game only: active gems, with their supports in `socketedItems`. */
  skills: optional(z.custom<GameItem[]>(isListOfItems, 'expected a list of objects')),
  passives: optional(Passives),
  metadata: optional(z.looseObject({ version: optional(z.string()) })),
})
export type CharacterDetail = z.output<typeof CharacterDetail>

export const CharacterAnswer = z.looseObject({ character: CharacterDetail.nullable() })
export type CharacterAnswer = z.output<typeof CharacterAnswer>

/**
 * A stash tab: without items in lists, with items if requested individually. Parts of a collection and of a folder are
 * `children`.
 */
export const StashTabOfGame = z.looseObject({
  id: z.string().min(1),
  /** The collection that contains this tab. */
  parent: optional(z.string()),
  folder: optional(z.string()),
  name: optional(z.string()),
  type: z.string(),
  index: optional(StoredInt),
  metadata: optional(z.looseObject({ colour: optional(z.string()), folder: optional(z.boolean()), items: optional(z.int()) })),
  items: optional(z.custom<GameItem[]>(isListOfItems, 'expected a list of objects')),
  get children() {
    return optional(z.array(StashTabOfGame))
  },
})
export type StashTabOfGame = z.output<typeof StashTabOfGame>

export const StashTabList = z.looseObject({ stashes: z.array(StashTabOfGame) })
export const StashTabAnswer = z.looseObject({ stash: StashTabOfGame.nullable() })

const AtlasTree = z.looseObject({ name: optional(z.string()), hashes: optional(z.array(NodeNumber)) })

/** A player's state in a league: several atlas trees since 3.24, with the earlier single tree beside them. */
export const LeagueAccountAnswer = z.looseObject({
  league_account: z
    .looseObject({ atlas_passive_trees: optional(z.array(AtlasTree)), atlas_passives: optional(AtlasTree) })
    .nullable(),
})
export type LeagueAccountAnswer = z.output<typeof LeagueAccountAnswer>

export const LadderEntryOfGame = z.looseObject({
  rank: StoredInt,
  dead: optional(z.boolean()),
  retired: optional(z.boolean()),
  public: optional(z.boolean()),
  character: z.looseObject({
    id: z.string().min(1),
    name: z.string(),
    level: StoredInt,
    class: z.string(),
    experience: optional(z.int()),
    depth: optional(z.looseObject({ default: optional(StoredInt), solo: optional(StoredInt) })),
  }),
  account: optional(
    z.looseObject({ name: z.string(), realm: optional(z.string()), twitch: optional(z.looseObject({ name: z.string() })) }),
  ),
})
export type LadderEntryOfGame = z.output<typeof LadderEntryOfGame>

export const LadderAnswer = z.looseObject({
  ladder: z.looseObject({
    total: z.int(),
    cached_since: optional(z.string()),
    entries: z.array(LadderEntryOfGame),
  }),
})
export type LadderAnswer = z.output<typeof LadderAnswer>

/** The fields of a league that we read. Times have been missing, null and text. */
const League = z.looseObject({ id: z.string(), startAt: optional(z.string()), endAt: optional(z.string()) })

export const LeagueAnswer = z.looseObject({ league: optional(League) })

/** The ladder of a league that may not exist: the league is null then. */
export const LadderOfLeagueAnswer = z.looseObject({
  league: optional(League),
  ladder: optional(z.looseObject({ total: z.int() })),
})

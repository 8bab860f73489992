import { z } from 'zod'
import { EventId, UserId } from './ids.ts'

export const Character = z
  .object({
    id: z.string(),
    user_id: UserId.nullable(),
    event_id: EventId,
    name: z.string(),
    level: z.int(),
    main_skill: z.string(),
    ascendancy: z.string(),
    ascendancy_points: z.int(),
    atlas_node_count: z.int(),
    pantheon: z.boolean(),
  })
  .meta({ id: 'Character' })
export type Character = z.output<typeof Character>

/** Stats that only the calculation of a build provides; `movement_speed` in percent. */
export const buildFigures = [
  'dps',
  'ehp',
  'phys_max_hit',
  'ele_max_hit',
  'hp',
  'mana',
  'es',
  'armour',
  'evasion',
  'movement_speed',
] as const
export type BuildFigure = (typeof buildFigures)[number]
/** Without unknown stats. */
export type BuildFigures = Partial<Record<BuildFigure, number>>

/** A character's stats at a time; `timestamp` in unix seconds, `movement_speed` in percent. */
export const CharacterStat = z
  .object({
    timestamp: z.int(),
    xp: z.int(),
    dps: z.int(),
    ehp: z.int(),
    phys_max_hit: z.int(),
    ele_max_hit: z.int(),
    hp: z.int(),
    mana: z.int(),
    es: z.int(),
    armour: z.int(),
    evasion: z.int(),
    movement_speed: z.int(),
    /** The source of the calculated stats; absent if they were not calculated, and then all of them are 0. */
    source: z.literal('pob').optional(),
    /** Stats that this build does not have; they are 0, too. */
    missing: z.array(z.enum(buildFigures)).optional(),
  })
  .meta({ id: 'CharacterStat' })
export type CharacterStat = z.output<typeof CharacterStat>

export const LadderEntry = z
  .object({
    rank: z.int(),
    account_name: z.string(),
    character_name: z.string(),
    character_class: z.string(),
    level: z.int(),
    experience: z.int(),
    delve: z.int(),
    user_id: UserId.nullable(),
    twitch_account: z.string().nullable(),
    /** Unix seconds. */
    last_active: z.int().nullable(),
    character: Character.nullable(),
    stats: CharacterStat.nullable(),
  })
  .meta({ id: 'LadderEntry' })
export type LadderEntry = z.output<typeof LadderEntry>

/** The uniques and gems of a character's newest build; numbers are positions in the lists of names, ascending. */
export const CharacterUses = z
  .object({
    /** The same as `character.name` in the ladder. If several characters share a name, the last one has the newest build. */
    character_name: z.string(),
    uniques: z.array(z.int()),
    gems: z.array(z.int()),
  })
  .meta({ id: 'CharacterUses' })
export type CharacterUses = z.output<typeof CharacterUses>

/** Which characters of the ladder use which uniques and gems. Each name is sent once, most used first. */
export const LadderUses = z
  .object({ uniques: z.array(z.string()), gems: z.array(z.string()), characters: z.array(CharacterUses) })
  .meta({ id: 'LadderUses' })
export type LadderUses = z.output<typeof LadderUses>

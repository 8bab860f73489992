/**
 * The numbers that objectives can count: one row for each, keyed by name. Kinds of objectives, maxima and pages read it; the texts
 * for documents are in `number-docs.ts`, and `docs/scoring.md` shows both.
 */
import type { ItemField } from '@muster/contract/conditions'
import { type NumberField, numberFields, type ObjectiveType, objectiveTypes } from '@muster/contract/objectives'
import type { CalculatedFigures } from '../builds/calculated-figures.ts'
import type { GameVersionRow } from '../events/games.ts'
import { experienceTables } from './experience-table.ts'
import { countMostPersonal, type PlayerRules, readPersonalObjectives, readPersonalProgress } from './personal-points.ts'
import type { WornValues } from './worn-values.ts'
import { hasPantheon, type PlayerState } from './player-state.ts'
import { readWhole } from './whole.ts'

/** Where a number comes from. */
interface SourceRow {
  /** The kinds of objectives that count its numbers. */
  readonly counted_by: readonly ObjectiveType[]
}

const byCharacters = ['PLAYER', 'TEAM'] as const

const numberSources = {
  items: { counted_by: ['ITEM'] },
  character: { counted_by: byCharacters },
  ladder: { counted_by: byCharacters },
  atlas: { counted_by: byCharacters },
  build: { counted_by: byCharacters },
  equipment: { counted_by: byCharacters },
  personal: { counted_by: byCharacters },
  log: { counted_by: ['PLAYER'] },
  submission: { counted_by: ['SUBMISSION'] },
  parts: { counted_by: ['CATEGORY'] },
} as const satisfies Readonly<Record<string, SourceRow>>
export type NumberSource = keyof typeof numberSources

/** Null: not known yet. */
type Reader = (player: PlayerState, rules: PlayerRules, pieces_from: number) => number | null

export interface NumberRow {
  /** For people. */
  readonly label: string
  /** Its unit after a number; empty for a plain count. */
  readonly unit: string
  readonly source: NumberSource
  /** A player's value; null: characters do not show it. */
  readonly read: Reader | null
  /** The maximum for one player; null: there is none, or it is unknown. */
  readonly most: number | null | ((rules: PlayerRules) => number)
  /** In games without it, the maximum is 0. */
  readonly is_in: (game: GameVersionRow) => boolean
  /** Whether the code of a build shows it. */
  readonly in_codes: boolean
  /** For counts of pieces with at least a certain value (`pieces_from` of the objective): the label of that value. */
  readonly counts_pieces: string | null
}

const plain = { unit: '', most: null, is_in: () => true, in_codes: false, counts_pieces: null, read: null } as const
/** Depths beyond this count for DELVE_DEPTH_PAST_100 and DELVE_DEPTH_WEIGHTED. */
const delveThreshold = 100
const ofDelve = { ...plain, source: 'ladder', is_in: ({ delve }: GameVersionRow) => delve } as const
const ofLog = { ...plain, source: 'log' } as const
const percent = '%'

/** The first number of each step, and the factor from there on. */
const delveWeights: readonly (readonly [from: number, tenths: number])[] = [
  [550, 20],
  [450, 18],
  [350, 16],
  [250, 14],
  [150, 12],
  [0, 10],
]

/**
 * The whole depth beyond 100 times the factor of the depth reached, rounded down: 150 is 60, 549 is 808, 550 is 900. The existing
 * system states the rule as this product (features.md 2.2), not as a sum of parts with a factor each.
 */
function weighDelve(depth: number): number {
  const [, tenths] = delveWeights.find(([from]) => depth >= from) ?? [0, 10]
  return Math.floor((Math.max(depth - delveThreshold, 0) * tenths) / 10)
}

const ofBuild = (figure: keyof CalculatedFigures, label: string, unit = '') =>
  ({
    ...plain,
    label,
    unit,
    source: 'build',
    in_codes: true,
    read: ({ figures }: PlayerState) => figures?.[figure] ?? null,
    is_in: ({ builds }: GameVersionRow) => builds,
  }) as const

const ofItems = (label: string, read: (worn: WornValues, pieces_from: number) => number) =>
  ({
    ...plain,
    label,
    source: 'equipment',
    in_codes: true,
    read: ({ worn }: PlayerState, _rules: PlayerRules, pieces_from: number) => worn && read(worn, pieces_from),
    is_in: ({ equipment }: GameVersionRow) => equipment,
  }) as const
/** A game without the field has no such item. */
const ofField = (field: ItemField) => ({ is_in: ({ absent_fields }: GameVersionRow) => !absent_fields.has(field) })
const countFrom = (levels: readonly number[], least: number) => levels.filter((level) => level >= least).length

const ascendancyPoints = 8

export const numberRows: Readonly<Record<NumberField, NumberRow>> = {
  STACK_SIZE: {
    ...plain,
    label: 'Items, by stack size',
    source: 'items',
  },
  PLAYER_LEVEL: {
    ...plain,
    label: 'Level',
    source: 'character',
    in_codes: true,
    read: ({ level }) => readWhole(level),
    most: ({ game_version }) => experienceTables[game_version].length,
  },
  DELVE_DEPTH: {
    ...ofDelve,
    label: 'Delve depth',
    read: ({ delve_depth }) => readWhole(delve_depth),
  },
  DELVE_DEPTH_PAST_100: {
    ...ofDelve,
    label: 'Delve depth beyond 100',
    read: ({ delve_depth }) => Math.max(readWhole(delve_depth) - delveThreshold, 0),
  },
  PANTHEON: {
    ...plain,
    label: 'Pantheon chosen',
    source: 'character',
    in_codes: true,
    is_in: ({ pantheon }) => pantheon,
    read: (player, { game_version }) => Number(hasPantheon(player, game_version)),
    most: 1,
  },
  ASCENDANCY: {
    ...plain,
    label: 'Ascendancy points',
    source: 'character',
    in_codes: true,
    read: (player) => readWhole(player.ascendancy_points),
    most: ascendancyPoints,
  },
  ATLAS_POINTS: {
    ...plain,
    label: 'Atlas passives allocated',
    source: 'atlas',
    is_in: ({ atlas }) => atlas,
    read: ({ atlas_node_count }) => readWhole(atlas_node_count),
  },
  PLAYER_SCORE: {
    ...plain,
    label: 'Personal points',
    unit: 'points',
    source: 'personal',
    read: (player, rules) =>
      readPersonalProgress(readPersonalObjectives(rules), (field) => numberRows[field].read?.(player, rules, 0) ?? 0).points,
    most: (rules) => countMostPersonal(readPersonalObjectives(rules)),
  },
  EXPERIENCE: {
    ...plain,
    label: 'Experience',
    source: 'character',
    read: ({ experience }) => readWhole(experience),
    most: ({ game_version }) => experienceTables[game_version].at(-1) ?? 0,
  },
  DELVE_DEPTH_WEIGHTED: {
    ...ofDelve,
    label: 'Weighted delve depth',
    read: ({ delve_depth }) => weighDelve(readWhole(delve_depth)),
  },
  LIFE: ofBuild('hp', 'Life'),
  MANA: ofBuild('mana', 'Mana'),
  ENERGY_SHIELD: ofBuild('es', 'Energy shield'),
  ARMOUR: ofBuild('armour', 'Armour'),
  EVASION: ofBuild('evasion', 'Evasion'),
  ATTACK_BLOCK: { ...ofBuild('attack_block', 'Attack block', percent), most: 100 },
  SPELL_BLOCK: { ...ofBuild('spell_block', 'Spell block', percent), most: 100 },
  LOWEST_RESISTANCE: {
    ...ofBuild('lowest_resistance', 'Lowest elemental resistance', percent),
    most: 90,
  },
  PHYSICAL_MAX_HIT: ofBuild('phys_max_hit', 'Largest physical hit survived'),
  ELEMENTAL_MAX_HIT: ofBuild('ele_max_hit', 'Largest elemental hit survived'),
  EHP: ofBuild('ehp', 'Effective hit pool'),
  DPS: ofBuild('dps', 'Damage per second'),
  MOVEMENT_SPEED: ofBuild('movement_speed', 'Movement speed', percent),
  FLASK_QUALITY: {
    ...ofItems('Quality of flasks', ({ flask_quality }) => flask_quality),
    unit: percent,
  },
  WEAPON_QUALITY: {
    ...ofItems('Quality of weapons', ({ weapon_quality }) => weapon_quality),
    unit: percent,
  },
  ARMOUR_QUALITY: {
    ...ofItems('Quality of armour', ({ armour_quality }) => armour_quality),
    unit: percent,
  },
  INFLUENCED_WORN: {
    ...ofItems('Influenced items worn', ({ influenced }) => influenced),
    ...ofField('INFLUENCES'),
  },
  CORRUPTED_WORN: ofItems('Corrupted items worn', ({ corrupted }) => corrupted),
  FOULBORN_WORN: {
    ...ofItems('Foulborn items worn', ({ foulborn }) => foulborn),
    ...ofField('IS_FOULBORN'),
  },
  ENCHANTED_WORN: ofItems('Enchanted items worn', ({ enchanted }) => enchanted),
  UNIQUES_WORN: ofItems('Uniques worn', ({ uniques }) => uniques),
  JEWELS_WITH_IMPLICITS: ofItems('Jewels with implicits in the tree', (worn) => worn.jewels_with_implicits),
  SOCKETED_GEMS: {
    ...ofItems('Gems in sockets', ({ gem_levels }) => gem_levels.length),
    is_in: ({ socketed_gems }) => socketed_gems,
  },
  GEMS_OF_LEVEL: {
    ...ofItems('Gems of a level or higher', ({ gem_levels }, least) => countFrom(gem_levels, least)),
    counts_pieces: 'From gem level',
  },
  FLASKS_OF_ITEM_LEVEL: {
    ...ofItems('Flasks of an item level or higher', ({ flask_levels }, least) => countFrom(flask_levels, least)),
    counts_pieces: 'From item level',
  },
  DEATHS: {
    ...ofLog,
    label: 'Deaths',
  },
  AREA_LEVEL: { ...ofLog, label: 'Highest area level' },
  AREAS_ENTERED: { ...ofLog, label: 'Different areas entered' },
  ACTS_FINISHED: {
    ...ofLog,
    label: 'Acts finished',
  },
  PASSIVES_ALLOCATED: {
    ...ofLog,
    label: 'Different passives allocated',
  },
  BOSS_LINES: {
    ...ofLog,
    label: 'Different bosses whose last words were heard',
  },
  SUBMISSION_VALUE: {
    ...plain,
    label: 'Submitted number',
    source: 'submission',
  },
  FINISHED_OBJECTIVES: {
    ...plain,
    label: 'Finished objectives',
    source: 'parts',
  },
}

/** The numbers that a kind of objective can count. */
export const numbersOf = Object.fromEntries(
  objectiveTypes.map((type) => [
    type,
    numberFields.filter((field) => (numberSources[numberRows[field].source] as SourceRow).counted_by.includes(type)),
  ]),
) as unknown as Readonly<Record<ObjectiveType, readonly [NumberField, ...NumberField[]]>>

/** The number of a kind that counts only one; null: an organiser has to choose. */
export function findOnlyNumber(objective_type: ObjectiveType): NumberField | null {
  const [first, ...others] = numbersOf[objective_type]
  return others.length === 0 ? first : null
}

/**
 * The numbers that objectives can count: one row for each, keyed by name. Kinds of objectives, maxima, labels, evidence and the
 * documents read it; `docs/scoring.md` shows it as a table.
 */
import type { ItemField } from '@muster/contract/conditions'
import { type NumberField, numberFields, type ObjectiveType, objectiveTypes } from '@muster/contract/objectives'
import type { CalculatedFigures } from '../builds/calculated-figures.ts'
import type { GameVersionRow } from '../events/games.ts'
import { documented, type Evidence, own, sample } from '../evidence.ts'
import { experienceTables } from './experience-table.ts'
import { countMostPersonal, type PlayerRules, readPersonalObjectives, readPersonalProgress } from './personal-points.ts'
import type { WornValues } from './worn-values.ts'
import { hasPantheon, type PlayerState } from './player-state.ts'
import { readWhole } from './whole.ts'

/** Where a number comes from. */
interface SourceRow {
  /** For organisers, as the heading of a group. */
  readonly label: string
  /** How far to trust its numbers. */
  readonly note: string
  /** The kinds of objectives that count its numbers. */
  readonly counted_by: readonly ObjectiveType[]
}

const byCharacters = ['PLAYER', 'TEAM'] as const

export const numberSources = {
  items: { label: 'Items', note: 'The game shows the items.', counted_by: ['ITEM'] },
  character: { label: 'The character', note: 'The game shows it.', counted_by: byCharacters },
  ladder: { label: 'The ladder', note: 'The game’s ladder shows it.', counted_by: byCharacters },
  atlas: { label: 'The atlas', note: 'The game shows it to players who let Muster read their atlas.', counted_by: byCharacters },
  build: {
    label: 'The calculated build',
    note: 'Path of Building calculates it from the character, without flasks and with its usual settings. It needs a calculator.',
    counted_by: byCharacters,
  },
  equipment: { label: 'Worn items', note: 'The game shows the items.', counted_by: byCharacters },
  personal: { label: 'Personal objectives', note: 'Muster counts it.', counted_by: byCharacters },
  log: { label: 'The log of the game', note: 'Only the player’s own game knows it: a report.', counted_by: ['PLAYER'] },
  submission: { label: 'Submissions', note: 'The player states it, and a judge confirms it.', counted_by: ['SUBMISSION'] },
  parts: { label: 'Parts', note: 'Muster counts it.', counted_by: ['CATEGORY'] },
} as const satisfies Readonly<Record<string, SourceRow>>
export type NumberSource = keyof typeof numberSources

/** Null: not known yet. */
type Reader = (player: PlayerState, rules: PlayerRules, pieces_from: number) => number | null

export interface NumberRow {
  /** For people. */
  readonly label: string
  /** How it is counted, in docs/scoring.md and in the editor. */
  readonly help: string
  /** Its unit after a number; empty for a plain count. */
  readonly unit: string
  readonly source: NumberSource
  /** How we know the form in which it arrives. */
  readonly evidence: Evidence
  /** A player's value; null: characters do not show it. */
  readonly read: Reader | null
  /** The maximum for one player; null: there is none, or it is unknown. */
  readonly most: number | null | ((rules: PlayerRules) => number)
  /** Games without it have 0 at most. */
  readonly is_in: (game: GameVersionRow) => boolean
  /** Whether the code of a build shows it. */
  readonly in_codes: boolean
  /** It counts pieces from a number on, which the objective states (`pieces_from`): the label of that number. */
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

const displayStats = documented(
  'BuildDisplayStats.lua of PathOfBuildingCommunity/PathOfBuilding and PathOfBuilding-PoE2, read in November 2026',
)
const ofBuild = (figure: keyof CalculatedFigures, label: string, help: string, unit = '') =>
  ({
    ...plain,
    label,
    help,
    unit,
    source: 'build',
    evidence: displayStats,
    in_codes: true,
    read: ({ figures }: PlayerState) => figures?.[figure] ?? null,
    is_in: ({ builds }: GameVersionRow) => builds,
  }) as const

const wornCharacter = sample('59 items of a character of 3.27: cn-poe-community/pob-building-creator, src/__tests__/testcase')
const ofItems = (label: string, help: string, read: (worn: WornValues, pieces_from: number) => number) =>
  ({
    ...plain,
    label,
    help,
    source: 'equipment',
    evidence: wornCharacter,
    in_codes: true,
    read: ({ worn }: PlayerState, _rules: PlayerRules, pieces_from: number) => worn && read(worn, pieces_from),
    is_in: ({ equipment }: GameVersionRow) => equipment,
  }) as const
/** A game without the field has no such item. */
const ofField = (field: ItemField) => ({ is_in: ({ absent_fields }: GameVersionRow) => !absent_fields.has(field) })
const countFrom = (levels: readonly number[], least: number) => levels.filter((level) => level >= least).length

const apiDocument = documented('the API document of August 2026, transcribed by Liberatorist/poe-openapi')

const ascendancyPoints = 8

export const numberRows: Readonly<Record<NumberField, NumberRow>> = {
  STACK_SIZE: {
    ...plain,
    label: 'Items, by stack size',
    help: 'the sum of the stack sizes of matching items',
    source: 'items',
    evidence: documented('stackSize of an item, in the API document'),
  },
  PLAYER_LEVEL: {
    ...plain,
    label: 'Level',
    help: 'level of the tracked character',
    source: 'character',
    evidence: apiDocument,
    in_codes: true,
    read: ({ level }) => readWhole(level),
    most: ({ game_version }) => experienceTables[game_version].length,
  },
  DELVE_DEPTH: {
    ...ofDelve,
    label: 'Delve depth',
    help: "depth as the game's ladder shows it",
    evidence: documented('depth.default of a ladder entry, in the API document'),
    read: ({ delve_depth }) => readWhole(delve_depth),
  },
  DELVE_DEPTH_PAST_100: {
    ...ofDelve,
    label: 'Delve depth beyond 100',
    help: 'that depth less 100, at least 0',
    evidence: documented('as DELVE_DEPTH'),
    read: ({ delve_depth }) => Math.max(readWhole(delve_depth) - delveThreshold, 0),
  },
  PANTHEON: {
    ...plain,
    label: 'Pantheon chosen',
    help: '1 when a major and a minor power are chosen',
    source: 'character',
    evidence: documented('pantheon_major and pantheon_minor of a character, in the API document'),
    in_codes: true,
    is_in: ({ pantheon }) => pantheon,
    read: (player, { game_version }) => Number(hasPantheon(player, game_version)),
    most: 1,
  },
  ASCENDANCY: {
    ...plain,
    label: 'Ascendancy points',
    help: 'allocated ascendancy points',
    source: 'character',
    evidence: sample(
      'allocated nodes of a character of 3.27: cn-poe-community/pob-building-creator; which nodes count: the imported tree',
    ),
    in_codes: true,
    read: (player) => readWhole(player.ascendancy_points),
    most: ascendancyPoints,
  },
  ATLAS_POINTS: {
    ...plain,
    label: 'Atlas passives allocated',
    help: 'allocated nodes of the largest atlas tree',
    source: 'atlas',
    evidence: documented('atlas_passive_trees of a league account, in the API document'),
    is_in: ({ atlas }) => atlas,
    read: ({ atlas_node_count }) => readWhole(atlas_node_count),
  },
  PLAYER_SCORE: {
    ...plain,
    label: 'Personal points',
    help: 'points by the steps and figures of the event',
    unit: 'points',
    source: 'personal',
    evidence: own('counted by Muster, from the numbers that the event names'),
    read: (player, rules) =>
      readPersonalProgress(readPersonalObjectives(rules), (field) => numberRows[field].read?.(player, rules, 0) ?? 0).points,
    most: (rules) => countMostPersonal(readPersonalObjectives(rules)),
  },
  EXPERIENCE: {
    ...plain,
    label: 'Experience',
    help: 'experience of the tracked character; a death can lower it',
    source: 'character',
    evidence: apiDocument,
    read: ({ experience }) => readWhole(experience),
    most: ({ game_version }) => experienceTables[game_version].at(-1) ?? 0,
  },
  DELVE_DEPTH_WEIGHTED: {
    ...ofDelve,
    label: 'Weighted delve depth',
    help: 'the whole depth beyond 100 times a factor, rounded down: 1, from depth 150 on 1.2, from 250 1.4, from 350 1.6, from 450 1.8, from 550 2',
    evidence: documented('as DELVE_DEPTH'),
    read: ({ delve_depth }) => weighDelve(readWhole(delve_depth)),
  },
  LIFE: ofBuild('hp', 'Life', '`Life`'),
  MANA: ofBuild('mana', 'Mana', '`Mana`'),
  ENERGY_SHIELD: ofBuild('es', 'Energy shield', '`EnergyShield`'),
  ARMOUR: ofBuild('armour', 'Armour', '`Armour`'),
  EVASION: ofBuild('evasion', 'Evasion', '`Evasion`'),
  ATTACK_BLOCK: { ...ofBuild('attack_block', 'Attack block', '`EffectiveBlockChance`', percent), most: 100 },
  SPELL_BLOCK: { ...ofBuild('spell_block', 'Spell block', '`EffectiveSpellBlockChance`', percent), most: 100 },
  LOWEST_RESISTANCE: {
    ...ofBuild(
      'lowest_resistance',
      'Lowest elemental resistance',
      'the lowest of `FireResist`, `ColdResist` and `LightningResist`, at least 0',
      percent,
    ),
    most: 90,
  },
  PHYSICAL_MAX_HIT: ofBuild('phys_max_hit', 'Largest physical hit survived', '`PhysicalMaximumHitTaken`'),
  ELEMENTAL_MAX_HIT: ofBuild(
    'ele_max_hit',
    'Largest elemental hit survived',
    'the lowest of `FireMaximumHitTaken`, `ColdMaximumHitTaken` and `LightningMaximumHitTaken`',
  ),
  EHP: ofBuild('ehp', 'Effective hit pool', '`TotalEHP`'),
  DPS: ofBuild('dps', 'Damage per second', 'the highest figure of damage, of the character or of a minion'),
  MOVEMENT_SPEED: ofBuild(
    'movement_speed',
    'Movement speed',
    '`EffectiveMovementSpeedMod` in percent: 100 is the speed without bonuses',
    percent,
  ),
  FLASK_QUALITY: {
    ...ofItems('Quality of flasks', 'the sum of their qualities', ({ flask_quality }) => flask_quality),
    unit: percent,
  },
  WEAPON_QUALITY: {
    ...ofItems(
      'Quality of weapons',
      'the sum of the qualities of all weapons, of both sets',
      ({ weapon_quality }) => weapon_quality,
    ),
    unit: percent,
  },
  ARMOUR_QUALITY: {
    ...ofItems(
      'Quality of armour',
      'the sum of the qualities of helmet, body armour, gloves, boots, shields and foci',
      ({ armour_quality }) => armour_quality,
    ),
    unit: percent,
  },
  INFLUENCED_WORN: {
    ...ofItems(
      'Influenced items worn',
      'items and jewels with an influence, also of the Searing Exarch and the Eater of Worlds',
      ({ influenced }) => influenced,
    ),
    ...ofField('INFLUENCES'),
  },
  CORRUPTED_WORN: ofItems('Corrupted items worn', 'corrupted items and jewels', ({ corrupted }) => corrupted),
  FOULBORN_WORN: {
    ...ofItems('Foulborn items worn', 'foulborn items and jewels', ({ foulborn }) => foulborn),
    ...ofField('IS_FOULBORN'),
  },
  ENCHANTED_WORN: ofItems(
    'Enchanted items worn',
    'items with an enchantment, without jewels: the size of a cluster jewel is one, too',
    ({ enchanted }) => enchanted,
  ),
  UNIQUES_WORN: ofItems('Uniques worn', 'unique items and jewels', ({ uniques }) => uniques),
  JEWELS_WITH_IMPLICITS: ofItems(
    'Jewels with implicits in the tree',
    'jewels in the tree with an implicit modifier',
    (worn) => worn.jewels_with_implicits,
  ),
  SOCKETED_GEMS: {
    ...ofItems('Gems in sockets', 'skill and support gems in sockets', ({ gem_levels }) => gem_levels.length),
    is_in: ({ socketed_gems }) => socketed_gems,
  },
  GEMS_OF_LEVEL: {
    ...ofItems(
      'Gems of a level or higher',
      'gems of level `pieces_from` or higher: in sockets, or in the second game skills without supports',
      ({ gem_levels }, least) => countFrom(gem_levels, least),
    ),
    counts_pieces: 'From gem level',
  },
  FLASKS_OF_ITEM_LEVEL: {
    ...ofItems('Flasks of an item level or higher', 'flasks of item level `pieces_from` or higher', ({ flask_levels }, least) =>
      countFrom(flask_levels, least),
    ),
    counts_pieces: 'From item level',
  },
  DEATHS: {
    ...ofLog,
    label: 'Deaths',
    help: 'deaths',
    evidence: sample('as AREA; level-ups of 2020: tests/resources/Messages.json of moepmoep12/poe-log-events'),
  },
  AREA_LEVEL: { ...ofLog, label: 'Highest area level', help: 'highest area level', evidence: sample('as AREA') },
  AREAS_ENTERED: { ...ofLog, label: 'Different areas entered', help: 'different areas', evidence: sample('as AREA') },
  ACTS_FINISHED: {
    ...ofLog,
    label: 'Acts finished',
    help: 'acts finished, by the town entered',
    evidence: documented(
      "towns and their acts in the game's table WorldAreas: src/data/gen of bear421/poe-map-log-viewer, both games; lines as AREA",
    ),
  },
  PASSIVES_ALLOCATED: {
    ...ofLog,
    label: 'Different passives allocated',
    help: 'different passives',
    evidence: sample('a line of January 2025: ideas.md of thmsndk/poe2-death-tracker'),
  },
  BOSS_LINES: {
    ...ofLog,
    label: 'Different bosses whose last words were heard',
    help: 'different bosses whose last words were heard',
    evidence: sample(
      "ends of won fights in the log of AREA; other lines in the game's table NPCTextAudio there, for the second game in src/data/gen of bear421/poe-map-log-viewer",
    ),
  },
  SUBMISSION_VALUE: {
    ...plain,
    label: 'Submitted number',
    help: 'the number that the player states',
    source: 'submission',
    evidence: own('typed by the player'),
  },
  FINISHED_OBJECTIVES: {
    ...plain,
    label: 'Finished objectives',
    help: 'finished parts',
    source: 'parts',
    evidence: own('counted by Muster'),
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

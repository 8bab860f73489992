/**
 * Names of the existing system, with their meaning here. One table holds the names of the specification, those in use since
 * 23 April 2026, and those between: no name changed its meaning, except POINTS_FROM_VALUE. Seen in the migration of that day and the
 * enumerations of BPL-v2/bpl-2-backend, read in November 2026.
 */
import { type ItemField, itemFields, type Operator, operators } from '@muster/contract/conditions'
import type { Aggregation, NumberField, ObjectiveType } from '@muster/contract/objectives'
import type { ParameterName } from '@muster/contract/preset-parameters'
import type { ScoringMethod } from '@muster/contract/scoring-presets'

/** A name in Muster, with a hint for the organiser if the meaning differs slightly; or advice if there is no such name. */
export type Meaning<T> = { readonly is: T; readonly check?: string } | { readonly is: null; readonly todo: string }
export type Vocabulary<T> = Readonly<Record<string, Meaning<T>>>

const same = <T>(is: T): Meaning<T> => ({ is })
const roughly = <T>(is: T, check: string): Meaning<T> => ({ is, check })
const missing = (todo: string) => ({ is: null, todo }) as const
/** The same meaning under several names. */
const named = <T>(names: readonly string[], meaning: Meaning<T>): Vocabulary<T> =>
  Object.fromEntries(names.map((name) => [name, meaning]))
const unchanged = <T extends string>(names: readonly T[]): Vocabulary<T> =>
  Object.fromEntries(names.map((name) => [name, same(name)]))

/** The meaning of a name, in any case and with blanks around it; null: the name is unknown. */
export function findMeaning<T>(vocabulary: Vocabulary<T>, given: string): Meaning<T> | null {
  const name = given.trim().toUpperCase()
  return Object.hasOwn(vocabulary, name) ? (vocabulary[name] ?? null) : null
}

export const typeNames: Vocabulary<ObjectiveType> = {
  ...unchanged(['ITEM', 'PLAYER', 'TEAM', 'SUBMISSION', 'CATEGORY']),
  STASH_TAB: missing('Make it an ITEM objective whose conditions say what each piece counts (counts_as), or keep the reports.'),
}

export const aggregationNames: Vocabulary<Aggregation> = {
  SUM_LATEST: same('SUM_LATEST'),
  ...named(
    ['LATEST', 'LATEST_VALUE'],
    roughly(
      'SUM_LATEST',
      'It adds up the latest number of each player or tab. For a number of the team this is its latest value.',
    ),
  ),
  ...named(['EARLIEST', 'FIRST_COMPLETION'], same('EARLIEST')),
  ...named(['EARLIEST_FRESH_ITEM', 'FIRST_FRESH_COMPLETION'], same('EARLIEST_FRESH_ITEM')),
  ...named(['MAXIMUM', 'HIGHEST_VALUE'], same('MAXIMUM')),
  ...named(['MINIMUM', 'LOWEST_VALUE'], same('MINIMUM')),
  ...named(['DIFFERENCE_BETWEEN', 'VALUE_CHANGE_IN_WINDOW'], same('DIFFERENCE_BETWEEN')),
  ...named(['NONE', 'CHILD_RESULT'], same('NONE')),
}

const bloodline = missing('Muster does not count bloodline ascendancies. Keep the reports, or remove the objective.')
const allLabs = missing(
  'Make it a TEAM objective that counts ASCENDANCY with players_from 8: the players with all eight points. Or keep the reports.',
)
const voidStones = missing('Muster does not count void stones. Keep the reports, or count ATLAS_POINTS.')
const highFlasks = missing(
  'Count FLASKS_OF_ITEM_LEVEL with pieces_from, the item level from which a flask counts. The old system has that level in its program.',
)

export const numberNames: Vocabulary<NumberField> = {
  STACK_SIZE: same('STACK_SIZE'),
  FOSSIL_FUEL: missing('Count STACK_SIZE of the fossils, with counts_as 10 or 2 beside the conditions. Or keep the reports.'),
  ...named(['PLAYER_LEVEL', 'CHARACTER_LEVEL'], same('PLAYER_LEVEL')),
  DELVE_DEPTH: same('DELVE_DEPTH'),
  ...named(['DELVE_DEPTH_PAST_100', 'DELVE_DEPTH_AFTER_100'], same('DELVE_DEPTH_PAST_100')),
  ...named(['PROGRESSIVE_DELVE_DEPTH', 'WEIGHTED_DELVE_DEPTH'], same('DELVE_DEPTH_WEIGHTED')),
  PANTHEON: same('PANTHEON'),
  TEAM_PLAYERS_WITH_PANTHEON_UNLOCKED: roughly(
    'PANTHEON',
    'A player counts 1 with a major and a minor power. The old system may count both powers: halve the required number then.',
  ),
  ...named(['ASCENDANCY', 'ASCENDANCY_POINTS'], same('ASCENDANCY')),
  ...named(['FULLY_ASCENDED', 'TEAM_PLAYERS_WITH_ALL_LABS_COMPLETED'], allLabs),
  ...named(['BLOODLINE_ASCENDANCY', 'BLOODLINE_ASCENDANCY_UNLOCKED', 'BLOODLINE_ASCENDANCY_POINTS'], bloodline),
  HAS_RARE_ASCENDANCY_PAST_90: missing(
    'Muster does not rate how rare an ascendancy is. Keep the reports, or remove the objective.',
  ),
  ...named(['VOID_STONES', 'VOID_STONE_COUNT'], voidStones),
  PLAYER_SCORE: same('PLAYER_SCORE'),
  PERSONAL_OBJECTIVE_SCORE: roughly(
    'PLAYER_SCORE',
    'The old system has steps and figures in its program. State yours under "personal_objectives" of the event.',
  ),
  ATLAS_POINTS: same('ATLAS_POINTS'),
  ...unchanged(['WEAPON_QUALITY', 'ARMOUR_QUALITY', 'FLASK_QUALITY', 'EVASION', 'ENERGY_SHIELD', 'ARMOUR', 'MANA', 'EHP']),
  HP: same('LIFE'),
  FULL_DPS: same('DPS'),
  ...named(
    ['INC_MOVEMENT_SPEED', 'MOVEMENT_SPEED_BONUS'],
    roughly('MOVEMENT_SPEED', 'It is 100 without a bonus: add 100 to the required number and to thresholds.'),
  ),
  ...named(['PHYS_MAX_HIT', 'PHYSICAL_MAX_HIT'], same('PHYSICAL_MAX_HIT')),
  ...named(['ELE_MAX_HIT', 'ELEMENTAL_MAX_HIT'], same('ELEMENTAL_MAX_HIT')),
  ...named(['ATTACK_BLOCK', 'ATTACK_BLOCK_CHANCE'], same('ATTACK_BLOCK')),
  ...named(['SPELL_BLOCK', 'SPELL_BLOCK_CHANCE'], same('SPELL_BLOCK')),
  ...named(['ELE_MAX_RES', 'LOWEST_ELEMENTAL_RESISTANCE'], same('LOWEST_RESISTANCE')),
  ...named(['HIGH_ILVL_FLASKS', 'HIGH_ITEM_LEVEL_FLASK_COUNT'], highFlasks),
  ...named(['INFLUENCE_EQUIPPED', 'INFLUENCED_ITEM_COUNT'], same('INFLUENCED_WORN')),
  ...named(['FOULBORN_EQUIPPED', 'FOULBORN_ITEM_COUNT'], same('FOULBORN_WORN')),
  ...named(['CORRUPTED_ITEMS_EQUIPPED', 'CORRUPTED_ITEM_COUNT'], same('CORRUPTED_WORN')),
  ...named(['ENCHANTED_ITEMS_EQUIPPED', 'ENCHANTED_ITEM_COUNT'], same('ENCHANTED_WORN')),
  ...named(['GEMS_EQUIPPED', 'SOCKETED_GEM_COUNT'], same('SOCKETED_GEMS')),
  ...named(['JEWELS_WITH_IMPLICITS_EQUIPPED', 'JEWELS_WITH_IMPLICITS_COUNT'], same('JEWELS_WITH_IMPLICITS')),
  ...named(['SUBMISSION_VALUE', 'SUBMITTED_VALUE'], same('SUBMISSION_VALUE')),
  ...named(['FINISHED_OBJECTIVES', 'COMPLETED_CHILD_OBJECTIVE_COUNT'], same('FINISHED_OBJECTIVES')),
}

export const methodNames: Vocabulary<ScoringMethod> = {
  ...named(['PRESENCE', 'FIXED_POINTS_ON_COMPLETION'], same('PRESENCE')),
  POINTS_FROM_VALUE: same('POINTS_FROM_VALUE'),
  POINTS_BY_VALUE: same('POINTS_PER_UNIT'),
  ...named(['RANKED_TIME', 'RANK_BY_COMPLETION_TIME'], same('RANKED_TIME')),
  ...named(['RANKED_VALUE', 'RANK_BY_HIGHEST_VALUE'], same('RANKED_VALUE')),
  ...named(['RANKED_REVERSE', 'RANK_BY_LOWEST_VALUE'], same('RANKED_REVERSE')),
  ...named(['RANKED_COMPLETION_TIME', 'RANK_BY_CHILD_COMPLETION_TIME'], same('RANKED_COMPLETION_TIME')),
  ...named(['BONUS_PER_COMPLETION', 'BONUS_PER_CHILD_COMPLETION'], same('BONUS_PER_COMPLETION')),
  BINGO_3: same('BINGO_3'),
  ...named(['BINGO_BOARD', 'BINGO_BOARD_RANKING'], same('BINGO_BOARD')),
  ...named(['CHILD_NUMBER_SUM', 'RANK_BY_CHILD_VALUE_SUM'], same('RANKED_CHILD_SUM')),
}

/** Entries of a rule's `extra`. */
export const parameterNames: Vocabulary<ParameterName> = {
  ...named(['REQUIRED_CHILD_COMPLETIONS', 'REQUIRED_COMPLETED_CHILDREN'], same('required_children')),
  ...named(['REQUIRED_CHILD_COMPLETIONS_PERCENT', 'REQUIRED_COMPLETED_CHILDREN_PERCENT'], same('required_percent')),
  ...named(['REQUIRED_NUMBER_OF_BINGOS', 'REQUIRED_BINGO_COUNT'], same('lines')),
}

/** Fields about game logs and about wearers exist only in Muster. */
const ownFields: readonly ItemField[] = ['WORN_BY', 'AREA', 'BOSS']
export const fieldNames: Vocabulary<ItemField> = unchanged(itemFields.filter((field) => !ownFields.includes(field)))
export const operatorNames: Vocabulary<Operator> = unchanged(operators)

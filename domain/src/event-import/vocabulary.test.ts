import { describe, expect, test } from 'vitest'
import {
  aggregationNames,
  fieldNames,
  findMeaning,
  methodNames,
  numberNames,
  operatorNames,
  parameterNames,
  typeNames,
} from './vocabulary.ts'

const words = (text: string) => text.trim().split(/[\s,]+/)

/** The specification's section 3, then the names in use since 23 April 2026 (features.md 2.2 and the enumerations of that day). */
const vocabularies = {
  type: { table: typeNames, names: words('ITEM PLAYER TEAM SUBMISSION CATEGORY STASH_TAB'), missing: ['STASH_TAB'] },
  aggregation: {
    table: aggregationNames,
    names: words(`SUM_LATEST EARLIEST EARLIEST_FRESH_ITEM MAXIMUM MINIMUM DIFFERENCE_BETWEEN NONE LATEST_VALUE FIRST_COMPLETION
      FIRST_FRESH_COMPLETION HIGHEST_VALUE LOWEST_VALUE VALUE_CHANGE_IN_WINDOW CHILD_RESULT`),
    missing: [],
  },
  number: {
    table: numberNames,
    names: words(`STACK_SIZE PLAYER_LEVEL DELVE_DEPTH DELVE_DEPTH_PAST_100 PANTHEON ASCENDANCY PLAYER_SCORE SUBMISSION_VALUE
      FINISHED_OBJECTIVES FOSSIL_FUEL CHARACTER_LEVEL DELVE_DEPTH_AFTER_100 WEIGHTED_DELVE_DEPTH TEAM_PLAYERS_WITH_PANTHEON_UNLOCKED
      ASCENDANCY_POINTS TEAM_PLAYERS_WITH_ALL_LABS_COMPLETED BLOODLINE_ASCENDANCY_POINTS BLOODLINE_ASCENDANCY_UNLOCKED
      PERSONAL_OBJECTIVE_SCORE HAS_RARE_ASCENDANCY_PAST_90 VOID_STONE_COUNT WEAPON_QUALITY ARMOUR_QUALITY FLASK_QUALITY EVASION
      ENERGY_SHIELD ARMOUR HP MANA FULL_DPS EHP MOVEMENT_SPEED_BONUS PHYSICAL_MAX_HIT ELEMENTAL_MAX_HIT ATTACK_BLOCK_CHANCE
      SPELL_BLOCK_CHANCE HIGH_ITEM_LEVEL_FLASK_COUNT LOWEST_ELEMENTAL_RESISTANCE ATLAS_POINTS INFLUENCED_ITEM_COUNT
      FOULBORN_ITEM_COUNT SOCKETED_GEM_COUNT CORRUPTED_ITEM_COUNT JEWELS_WITH_IMPLICITS_COUNT ENCHANTED_ITEM_COUNT SUBMITTED_VALUE
      COMPLETED_CHILD_OBJECTIVE_COUNT`),
    missing: words(`FOSSIL_FUEL TEAM_PLAYERS_WITH_ALL_LABS_COMPLETED BLOODLINE_ASCENDANCY_POINTS BLOODLINE_ASCENDANCY_UNLOCKED
      HAS_RARE_ASCENDANCY_PAST_90 VOID_STONE_COUNT HIGH_ITEM_LEVEL_FLASK_COUNT`),
  },
  method: {
    table: methodNames,
    names:
      words(`PRESENCE POINTS_FROM_VALUE RANKED_TIME RANKED_VALUE RANKED_REVERSE RANKED_COMPLETION_TIME BONUS_PER_COMPLETION BINGO_3
      FIXED_POINTS_ON_COMPLETION POINTS_BY_VALUE RANK_BY_COMPLETION_TIME RANK_BY_HIGHEST_VALUE RANK_BY_LOWEST_VALUE
      RANK_BY_CHILD_COMPLETION_TIME BONUS_PER_CHILD_COMPLETION BINGO_BOARD_RANKING RANK_BY_CHILD_VALUE_SUM`),
    missing: [],
  },
  parameter: {
    table: parameterNames,
    names: words('required_completed_children required_completed_children_percent required_bingo_count'),
    missing: [],
  },
  field: {
    table: fieldNames,
    names:
      words(`BASE_TYPE NAME ITEM_CLASS ICON_NAME TYPE_LINE QUALITY LEVEL RARITY ILVL FRAME_TYPE TALISMAN_TIER MAP_TIER MAP_QUANT
      MAP_RARITY MAP_PACK_SIZE HEIST_TARGET HEIST_ROGUE_REQUIREMENT ENCHANT_MODS EXPLICIT_MODS IMPLICIT_MODS CRAFTED_MODS
      FRACTURED_MODS INFLUENCES MAX_LINKS SOCKETS INCUBATOR_KILLS IS_CORRUPTED IS_VAAL IS_SPLIT IS_IDENTIFIED SANCTUM_AFFLICTIONS
      TEMPLE_ROOMS RITUAL_VESSEL_BOSSES RITUAL_VESSEL_MAP FACETOR_LENS_EXP MEMORY_STRANDS IS_MIRRORED IS_FOULBORN FOULBORN_MODS
      TEMPLE_ROOMS_T3 GRAFT_SKILL_NAME GRAFT_SKILL_LEVEL`),
    missing: [],
  },
  operator: {
    table: operatorNames,
    names: words(
      `EQ NEQ GT LT IN NOT_IN MATCHES CONTAINS CONTAINS_ALL CONTAINS_MATCH LENGTH_EQ LENGTH_GT LENGTH_LT DOES_NOT_MATCH`,
    ),
    missing: [],
  },
}

describe.each(Object.entries(vocabularies))('every name of a %s', (_, { table, names, missing }) => {
  test('has a meaning, or is in the list of missing names', () => {
    const meanings = names.map((name) => [name, findMeaning<string>(table, name)] as const)
    expect(meanings.filter(([, meaning]) => meaning === null)).toEqual([])
    expect(meanings.flatMap(([name, meaning]) => (meaning?.is === null ? [name] : [])).sort()).toEqual([...missing].sort())
  })

  test('is found in any case and with blanks around it, and no other name is', () => {
    for (const name of names)
      expect(findMeaning<string>(table, ` ${name.toLowerCase()}\t`)).toEqual(findMeaning<string>(table, name))
    expect(['', 'TOSTRING', '__PROTO__', 'LUCK'].map((name) => findMeaning<string>(table, name))).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})

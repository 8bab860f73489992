/** How each number is counted, and how we know the form in which it arrives: for documents and for the editor of objectives. */
import type { NumberField } from '@muster/contract/objectives'
import { documented, type Evidence, own, sample } from '../evidence.ts'
import type { NumberSource } from './number-rows.ts'

interface NumberDoc {
  /** How it is counted. */
  readonly help: string
  readonly evidence: Evidence
}

/** `label`: the heading of a group. `note`: how far to trust its numbers. */
export const sourceTexts: Readonly<Record<NumberSource, { readonly label: string; readonly note: string }>> = {
  items: { label: 'Items', note: 'The game shows the items.' },
  character: { label: 'The character', note: 'The game shows it.' },
  ladder: { label: 'The ladder', note: 'The game’s ladder shows it.' },
  atlas: { label: 'The atlas', note: 'The game shows it to players who let Muster read their atlas.' },
  build: {
    label: 'The calculated build',
    note: 'Path of Building calculates it from the character, without flasks and with its usual settings. It needs a calculator.',
  },
  equipment: { label: 'Worn items', note: 'The game shows the items.' },
  personal: { label: 'Personal objectives', note: 'Muster counts it.' },
  log: { label: 'The log of the game', note: 'Only the player’s own game knows it: a report.' },
  submission: { label: 'Submissions', note: 'The player states it, and a judge confirms it.' },
  parts: { label: 'Parts', note: 'Muster counts it.' },
}

const apiDocument = documented('the API document of August 2026, transcribed by Liberatorist/poe-openapi')
const displayStats = documented(
  'BuildDisplayStats.lua of PathOfBuildingCommunity/PathOfBuilding and PathOfBuilding-PoE2, read in November 2026',
)
const wornCharacter = sample('59 items of a character of 3.27: cn-poe-community/pob-building-creator, src/__tests__/testcase')

export const numberDocs: Readonly<Record<NumberField, NumberDoc>> = {
  STACK_SIZE: {
    help: 'the sum of the stack sizes of matching items',
    evidence: documented('stackSize of an item, in the API document'),
  },
  PLAYER_LEVEL: { help: 'level of the tracked character', evidence: apiDocument },
  DELVE_DEPTH: {
    help: "depth as the game's ladder shows it",
    evidence: documented('depth.default of a ladder entry, in the API document'),
  },
  DELVE_DEPTH_PAST_100: { help: 'that depth less 100, at least 0', evidence: documented('as DELVE_DEPTH') },
  PANTHEON: {
    help: '1 when a major and a minor power are chosen',
    evidence: documented('pantheon_major and pantheon_minor of a character, in the API document'),
  },
  ASCENDANCY: {
    help: 'allocated ascendancy points',
    evidence: sample(
      'allocated nodes of a character of 3.27: cn-poe-community/pob-building-creator; which nodes count: the imported tree',
    ),
  },
  ATLAS_POINTS: {
    help: 'allocated nodes of the largest atlas tree',
    evidence: documented('atlas_passive_trees of a league account, in the API document'),
  },
  PLAYER_SCORE: {
    help: 'points by the steps and figures of the event',
    evidence: own('counted by Muster, from the numbers that the event names'),
  },
  EXPERIENCE: { help: 'experience of the tracked character; a death can lower it', evidence: apiDocument },
  DELVE_DEPTH_WEIGHTED: {
    help: 'the whole depth beyond 100 times a factor, rounded down: 1, from depth 150 on 1.2, from 250 1.4, from 350 1.6, from 450 1.8, from 550 2',
    evidence: documented('as DELVE_DEPTH'),
  },
  LIFE: { help: '`Life`', evidence: displayStats },
  MANA: { help: '`Mana`', evidence: displayStats },
  ENERGY_SHIELD: { help: '`EnergyShield`', evidence: displayStats },
  ARMOUR: { help: '`Armour`', evidence: displayStats },
  EVASION: { help: '`Evasion`', evidence: displayStats },
  ATTACK_BLOCK: { help: '`EffectiveBlockChance`', evidence: displayStats },
  SPELL_BLOCK: { help: '`EffectiveSpellBlockChance`', evidence: displayStats },
  LOWEST_RESISTANCE: {
    help: 'the lowest of `FireResist`, `ColdResist` and `LightningResist`, at least 0',
    evidence: displayStats,
  },
  PHYSICAL_MAX_HIT: { help: '`PhysicalMaximumHitTaken`', evidence: displayStats },
  ELEMENTAL_MAX_HIT: {
    help: 'the lowest of `FireMaximumHitTaken`, `ColdMaximumHitTaken` and `LightningMaximumHitTaken`',
    evidence: displayStats,
  },
  EHP: { help: '`TotalEHP`', evidence: displayStats },
  DPS: { help: 'the highest figure of damage, of the character or of a minion', evidence: displayStats },
  MOVEMENT_SPEED: { help: '`EffectiveMovementSpeedMod` in percent: 100 is the speed without bonuses', evidence: displayStats },
  FLASK_QUALITY: { help: 'the sum of their qualities', evidence: wornCharacter },
  WEAPON_QUALITY: { help: 'the sum of the qualities of all weapons, of both sets', evidence: wornCharacter },
  ARMOUR_QUALITY: {
    help: 'the sum of the qualities of helmet, body armour, gloves, boots, shields and foci',
    evidence: wornCharacter,
  },
  INFLUENCED_WORN: {
    help: 'items and jewels with an influence, also of the Searing Exarch and the Eater of Worlds',
    evidence: wornCharacter,
  },
  CORRUPTED_WORN: { help: 'corrupted items and jewels', evidence: wornCharacter },
  FOULBORN_WORN: { help: 'foulborn items and jewels', evidence: wornCharacter },
  ENCHANTED_WORN: {
    help: 'items with an enchantment, without jewels: the size of a cluster jewel is one, too',
    evidence: wornCharacter,
  },
  UNIQUES_WORN: { help: 'unique items and jewels', evidence: wornCharacter },
  JEWELS_WITH_IMPLICITS: { help: 'jewels in the tree with an implicit modifier', evidence: wornCharacter },
  SOCKETED_GEMS: { help: 'skill and support gems in sockets', evidence: wornCharacter },
  GEMS_OF_LEVEL: {
    help: 'gems of level `pieces_from` or higher: in sockets, or in the second game skills without supports',
    evidence: wornCharacter,
  },
  FLASKS_OF_ITEM_LEVEL: { help: 'flasks of item level `pieces_from` or higher', evidence: wornCharacter },
  DEATHS: {
    help: 'deaths',
    evidence: sample('as AREA; level-ups of 2020: tests/resources/Messages.json of moepmoep12/poe-log-events'),
  },
  AREA_LEVEL: { help: 'highest area level', evidence: sample('as AREA') },
  AREAS_ENTERED: { help: 'different areas', evidence: sample('as AREA') },
  ACTS_FINISHED: {
    help: 'acts finished, by the town entered',
    evidence: documented(
      "towns and their acts in the game's table WorldAreas: src/data/gen of bear421/poe-map-log-viewer, both games; lines as AREA",
    ),
  },
  PASSIVES_ALLOCATED: {
    help: 'different passives',
    evidence: sample('a line of January 2025: ideas.md of thmsndk/poe2-death-tracker'),
  },
  BOSS_LINES: {
    help: 'different bosses whose last words were heard',
    evidence: sample(
      "ends of won fights in the log of AREA; other lines in the game's table NPCTextAudio there, for the second game in src/data/gen of bear421/poe-map-log-viewer",
    ),
  },
  SUBMISSION_VALUE: { help: 'the number that the player states', evidence: own('typed by the player') },
  FINISHED_OBJECTIVES: { help: 'finished parts', evidence: own('counted by Muster') },
}

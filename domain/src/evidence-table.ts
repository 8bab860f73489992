import type { ItemField } from '@muster/contract/conditions'
import type { GuildLogLine } from '@muster/contract/guilds'
import type { NumberField } from '@muster/contract/objectives'
import { documented, type Evidence, guess, own, sample } from './evidence.ts'
import { fields } from './items/fields.ts'

const apiDocument = documented('the API document of August 2026, transcribed by Liberatorist/poe-openapi')
const siteHistory = documented("the columns of the history that the game's site shows, as public parsers of it read them")
const baseTable = documented(
  "the game's table of bases, Sidekick-Poe/Sidekick, data/poe1 and data/poe2; 6,298 compared, 5,923 with their pictures: items.ndjson of SnosMe/awakened-poe-trade and Kvan7/Exiled-Exchange-2",
)

/** Item classes that no public table confirms. */
const guessedClasses: Readonly<Record<string, Evidence>> = {
  BrequelGraft: guess('two real grafts were seen, but no public table of this game files them under this class'),
  HideoutDoodad: guess('no real hideout decoration was seen in a stash'),
}

const classes: Readonly<Record<string, Evidence>> = {
  'weapons, armour, jewellery, flasks': sample('each matches its art folder or label in the samples of the fields'),
  'maps, gems, cards, currency, fragments, everything else': baseTable,
  QuestItem: documented('the frame, in the API document'),
  TransfiguredGem: documented(
    'all 215 transfigured gems of SnosMe/awakened-poe-trade, items.ndjson; the game files them with the plain gems',
  ),
  ...guessedClasses,
}

const playerValues: Readonly<Record<NumberField, Evidence>> = {
  PLAYER_LEVEL: apiDocument,
  DELVE_DEPTH: documented('depth.default of a ladder entry, in the API document'),
  DELVE_DEPTH_PAST_100: documented('as DELVE_DEPTH'),
  PANTHEON: documented('pantheon_major and pantheon_minor of a character, in the API document'),
  ASCENDANCY: sample(
    'allocated nodes of a character of 3.27: cn-poe-community/pob-building-creator; which nodes count: the imported tree',
  ),
  PLAYER_SCORE: documented('as PLAYER_LEVEL and ASCENDANCY; atlas trees of the league account, in the API document'),
  DEATHS: sample('as AREA; level-ups of 2020: tests/resources/Messages.json of moepmoep12/poe-log-events'),
  AREA_LEVEL: sample('as AREA'),
  AREAS_ENTERED: sample('as AREA'),
  ACTS_FINISHED: documented(
    "towns and their acts in the game's table WorldAreas: src/data/gen of bear421/poe-map-log-viewer, both games; lines as AREA",
  ),
  PASSIVES_ALLOCATED: sample('a line of January 2025: ideas.md of thmsndk/poe2-death-tracker'),
  BOSS_LINES: sample(
    "ends of won fights in the log of AREA; other lines in the game's table NPCTextAudio there, for the second game in src/data/gen of bear421/poe-map-log-viewer",
  ),
  STACK_SIZE: documented('stackSize of an item, in the API document'),
  SUBMISSION_VALUE: own('typed by the player'),
  FINISHED_OBJECTIVES: own('counted by Muster'),
}

const guildLog: Readonly<Record<keyof GuildLogLine, Evidence>> = {
  id: siteHistory,
  time: siteHistory,
  league: siteHistory,
  account: siteHistory,
  action: siteHistory,
  stash: siteHistory,
  item: siteHistory,
  x: guess('public parsers of the history show no position in the tab; scores do not depend on it'),
  y: guess('as x'),
}

/** The evidence for the form of all game data that decides scores. */
export const evidenceTable = {
  fields: Object.fromEntries(Object.entries(fields).map(([field, { evidence }]) => [field, evidence])) as Readonly<
    Record<ItemField, Evidence>
  >,
  classes,
  playerValues,
  guildLog,
}

/** Why a condition may never match, as a sentence without a full stop; null if the form of its field is known. */
export function findGuess({ field, value }: { readonly field: ItemField; readonly value: string }): string | null {
  const { kind, source } = evidenceTable.fields[field]
  if (kind === 'guess') return source
  if (field !== 'ITEM_CLASS') return null
  const class_id = Object.keys(guessedClasses).find((guessed) => value.includes(guessed))
  return guessedClasses[class_id ?? '']?.source ?? null
}

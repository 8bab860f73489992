import type { ItemField } from '@muster/contract/conditions'
import type { GuildLogLine } from '@muster/contract/guilds'
import { type NumberField, numberFields } from '@muster/contract/objectives'
import { numberDocs } from './characters/number-docs.ts'
import { documented, type Evidence, guess, sample } from './evidence.ts'
import { fields } from './items/fields.ts'

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
  playerValues: Object.fromEntries(numberFields.map((field) => [field, numberDocs[field].evidence])) as Readonly<
    Record<NumberField, Evidence>
  >,
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

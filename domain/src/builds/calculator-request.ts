import { type CharacterDetail, type GameItem, gameOf, realmOf } from '@muster/contract/game-api'
import { games } from '../events/games.ts'
import { readFrameType } from '../items/frames.ts'
import { readList, readRecord, readText, showText } from '../items/normalise.ts'

/**
 * Calculation services read the game's API in its older format, with mods as plain texts, and fail if properties are missing, as
 * they are for early characters. This is a character in that format, reduced to the properties they read.
 */
export interface CalculatorRequest {
  readonly [field: string]: unknown
}

/**
 * Brackets and quotes have a special meaning in the format in which the services store texts. Markup of the second game is
 * removed.
 */
const tame = (text: string) => showText(text).replaceAll('[', '(').replaceAll(']', ')').replaceAll('"', "'")

/** Mods as texts, from either format. */
function readMods(value: unknown): { readonly text: string; readonly flags: readonly unknown[] }[] {
  return readList(value).flatMap((mod) => {
    if (typeof mod === 'string') return [{ text: tame(mod), flags: [] }]
    const { description, flags } = readRecord(mod)
    const names = Array.isArray(flags) ? flags : Object.keys(readRecord(flags))
    return typeof description === 'string' ? [{ text: tame(description), flags: names }] : []
  })
}

/** An item with its mods as lists of texts and its rarity as a number. */
export function downgradeItem(item: GameItem): Record<string, unknown> {
  const { icon: _icon, mutatedMods, ...rest } = item
  const explicit = [...readMods(item['explicitMods']), ...readMods(mutatedMods)]
  const having = (flag: string) => explicit.filter(({ flags }) => flags.includes(flag)).map(({ text }) => text)
  const texts = (field: string) => readMods(item[field]).map(({ text }) => text)
  return {
    ...rest,
    name: tame(readText(item['name'])),
    typeLine: tame(readText(item['typeLine'])),
    baseType: tame(readText(item['baseType'])),
    frameType: readFrameType(item),
    properties: readList(item['properties']),
    implicitMods: texts('implicitMods'),
    explicitMods: explicit
      .filter(({ flags }) => !flags.includes('crafted') && !flags.includes('fractured'))
      .map(({ text }) => text),
    craftedMods: [...texts('craftedMods'), ...having('crafted')],
    fracturedMods: [...texts('fracturedMods'), ...having('fractured')],
    enchantMods: texts('enchantMods'),
    socketedItems: readList(item['socketedItems']).map((one) => downgradeItem(readRecord(one))),
  }
}

const isTimeless = (item: GameItem) => readText(item['typeLine']).includes('Timeless Jewel')

/** The services decode a list with one entry as something else, so the entry is repeated. */
const padSingle = (list: readonly unknown[]) => (list.length === 1 ? [list[0], list[0]] : list)

/** A character without tattoos, timeless jewels and bloodline, which some programs cannot load. */
export function reduceCharacter(character: CharacterDetail): CharacterDetail {
  const jewels = readList(character.jewels).map(readRecord)
  return {
    ...character,
    jewels: jewels.filter((one) => !isTimeless(one)),
    passives: { ...readRecord(character.passives), skill_overrides: {}, alternate_ascendancy: null },
  }
}

/** A character in the format that a calculation service reads. */
export function writeCalculatorRequest(character: CharacterDetail): CalculatorRequest {
  const passives = readRecord(character.passives)
  const game_version = gameOf(character.realm)
  const { socketed_gems } = games[game_version]
  const items = (list: unknown) => readList(list).map((one) => downgradeItem(readRecord(one)))
  return {
    name: tame(character.name),
    class: character.class,
    level: character.level,
    league: tame(readText(readRecord(character)['league'])) || 'Standard',
    realm: realmOf(game_version),
    equipment: items(character.equipment),
    ...(!socketed_gems && { skills: items(character['skills']) }),
    jewels: items(character.jewels),
    passives: {
      hashes: readList(passives['hashes']),
      hashes_ex: padSingle(readList(passives['hashes_ex'])),
      mastery_effects: passives['mastery_effects'] ?? {},
      skill_overrides: passives['skill_overrides'] ?? {},
      jewel_data: passives['jewel_data'] ?? {},
      ...(!socketed_gems && {
        specialisations: passives['specialisations'] ?? {},
        quest_stats: readList(passives['quest_stats']).map((text) => tame(readText(text))),
      }),
      bandit_choice: readText(passives['bandit_choice']) || 'None',
      pantheon_major: readText(passives['pantheon_major']) || 'None',
      pantheon_minor: readText(passives['pantheon_minor']) || 'None',
      ...(passives['alternate_ascendancy'] ? { alternate_ascendancy: passives['alternate_ascendancy'] } : {}),
    },
  }
}

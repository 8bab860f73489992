import { createDraws } from '../prng.ts'
import { ascendancyNodesOf, FIRST_ORDINARY_NODE } from '../world/classes.ts'
import type { Account, CharacterRecord } from '../world/model.ts'
import { dressCharacter, type WornItem } from './gear-view.ts'
import { type ItemViewOptions, renderItem } from './item-view.ts'

/** Points from quests that a character of this level has by now; all of them at about level 68. */
const questPoints = (level: number): number => Math.min(23, Math.floor(level / 3))

/** Allocated passive nodes: the class's start, ordinary ones in the order they were taken, then the ascendancy's. */
const renderHashes = (seed: number, record: CharacterRecord): number[] => {
  const draws = createDraws(seed, `passives/${record.id}`)
  const taken = new Set<number>()
  const count = record.level - 1 + questPoints(record.level)
  while (taken.size < count) taken.add(FIRST_ORDINARY_NODE + draws.int(63_000))
  const ascendancy = record.ascendancy ? ascendancyNodesOf(record.ascendancy).slice(0, 1 + record.ascendancy_points) : []
  return [record.base_class.start_node, ...taken, ...ascendancy]
}

const renderSummary = (record: CharacterRecord, isCurrent: boolean): Record<string, unknown> => ({
  id: record.id,
  name: record.name,
  realm: 'pc',
  class: record.class,
  league: record.league,
  level: record.level,
  experience: record.experience,
  current: isCurrent || undefined,
})

/** The list: summaries only, as last written by the servers. */
export const renderCharacterList = (account: Account): Record<string, unknown> => ({
  characters: account.characters.map((character, at) => renderSummary(character.record, at === 0)),
})

const versions = { '3.28': '3.28.5', '3.29': '3.29.3' } as const

/** Records are never changed, only replaced; most are asked for many times before that. */
const rendered = new WeakMap<CharacterRecord, Map<string, string>>()

/** One character by its present name, as JSON, or null. */
export const renderCharacterText = (seed: number, account: Account, name: string, options: ItemViewOptions): string | null => {
  const at = account.characters.findIndex((character) => character.record.name === name)
  const record = account.characters[at]?.record
  if (!record) return null
  const texts = rendered.get(record) ?? new Map<string, string>()
  rendered.set(record, texts)
  const key = `${seed} ${at === 0} ${options.wire_version} ${options.image_base}`
  const text = texts.get(key) ?? JSON.stringify(renderCharacter(seed, account, name, options))
  texts.set(key, text)
  return text
}

interface WornView {
  readonly key: string
  readonly equipment: readonly unknown[]
  readonly jewels: readonly unknown[]
  readonly inventory: readonly unknown[]
}

/** Gear changes seldom, experience all the time. By characters. */
const worn = new Map<string, WornView>()

const renderGear = (seed: number, record: CharacterRecord, options: ItemViewOptions): WornView => {
  const { id, gear_stage, voidstones, league } = record
  const key = [seed, gear_stage, voidstones, league, options.wire_version, options.image_base].join(' ')
  const known = worn.get(id)
  if (known?.key === key) return known
  const { equipment, jewels, inventory } = dressCharacter(seed, record)
  const render = ({ item, slot, x }: WornItem) => renderItem(item, options, { x, y: 0, inventory_id: slot, league })
  const view = {
    key,
    equipment: equipment.map(render),
    jewels: jewels.map(render),
    inventory: inventory.map(render),
  }
  worn.set(id, view)
  return view
}

const renderCharacter = (
  seed: number,
  account: Account,
  name: string,
  options: ItemViewOptions,
): Record<string, unknown> | null => {
  const at = account.characters.findIndex((character) => character.record.name === name)
  const record = account.characters[at]?.record
  if (!record) return null
  const { equipment, jewels, inventory } = renderGear(seed, record, options)
  const jewelData = Object.fromEntries(
    jewels.map((_, x) => [String(x), { type: 'JewelStr', radius: 1200, radiusMin: 0, radiusVisual: 'Medium' }]),
  )
  return {
    character: {
      ...renderSummary(record, at === 0),
      equipment,
      inventory,
      rucksack: [],
      jewels,
      guardian: options.wire_version === '3.29' ? [] : undefined,
      passives: {
        hashes: renderHashes(seed, record),
        hashes_ex: record.level >= 80 ? [65536, 65537, 65538] : [],
        // an empty dictionary leaves the servers as an empty list
        mastery_effects: record.level >= 50 ? { 29161: 48385 } : [],
        skill_overrides: [],
        bandit_choice: record.bandit ?? undefined,
        pantheon_major: record.pantheon_major ?? undefined,
        pantheon_minor: record.pantheon_minor ?? undefined,
        alternate_ascendancy: record.bloodline ?? undefined,
        jewel_data: jewels.length > 0 ? jewelData : [],
      },
      metadata: { version: versions[options.wire_version] },
    },
  }
}

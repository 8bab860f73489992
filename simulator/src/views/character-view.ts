import { createDraws } from '../prng.ts'
import { passiveTree } from '../trees/passive-tree.ts'
import { walkTree } from '../trees/walk.ts'
import { ascendancyNodesOf } from '../world/classes.ts'
import type { Account, Character, CharacterRecord } from '../world/model.ts'
import type { SlottedItem } from '../items/item.ts'
import { dressCharacter } from './gear-view.ts'
import { type ItemViewOptions, renderItem } from './item-view.ts'
import { createMemory, formOf } from './memory.ts'

/** Points from quests at this level; all of them at about level 68. */
const questPoints = (level: number): number => Math.min(23, Math.floor(level / 3))

/** More points than any character has. */
const MAX_POINTS = 99 + 23

const rememberWay = createMemory<Character, readonly number[]>()

/** Allocated passive nodes: the class's start, then ordinary nodes in order of allocation, then the ascendancy's nodes. */
const listNodes = (seed: number, character: Character): readonly number[] => {
  const { id, level, base_class, ascendancy, ascendancy_points } = character.record
  const way = rememberWay(character, [seed], () =>
    walkTree(passiveTree, base_class.start_node, createDraws(seed, `passives/${id}`), MAX_POINTS),
  )
  const own = ascendancy ? ascendancyNodesOf(ascendancy).slice(0, 1 + ascendancy_points) : []
  return [base_class.start_node, ...way.slice(0, level - 1 + questPoints(level)), ...own]
}

/** The chosen effect of each mastery. The servers send an empty dictionary as an empty list. */
const chooseEffects = (nodes: readonly number[]): object => {
  const chosen = nodes.filter((id) => passiveTree.nodes.get(id)?.kind === 'mastery')
  return chosen.length === 0 ? [] : Object.fromEntries(chosen.map((id) => [String(id), FIRST_EFFECT + (id % 6)]))
}
const FIRST_EFFECT = 48_000

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

/** The list: summaries only, as last saved by the servers. */
export const renderCharacterList = (account: Account): Record<string, unknown> => ({
  characters: account.characters.map((character, at) => renderSummary(character.record, at === 0)),
})

const versions = { '3.28': '3.28.5', '3.29': '3.29.3' } as const

/** Worn items, as members of the answer. Cached separately, because gear changes less often than experience. */
interface WornView {
  readonly members: string
  readonly jewels: number
}

const rememberWorn = createMemory<Character, WornView>()

const renderWorn = (seed: number, character: Character, options: ItemViewOptions): WornView => {
  const { record } = character
  const { gear_stage, voidstones, put_on, league } = record
  return rememberWorn(character, [seed, gear_stage, voidstones, put_on, league, ...formOf(options)], () => {
    const { equipment, jewels, inventory } = dressCharacter(seed, record)
    const render = ({ item, slot, x }: SlottedItem) => renderItem(item, options, { x, y: 0, inventory_id: slot, league })
    const worn = {
      equipment: equipment.map(render),
      inventory: inventory.map(render),
      rucksack: [],
      jewels: jewels.map(render),
    }
    return { members: JSON.stringify(worn).slice(1, -1), jewels: jewels.length }
  })
}

const renderText = (seed: number, character: Character, isCurrent: boolean, options: ItemViewOptions): string => {
  const { record } = character
  const worn = renderWorn(seed, character, options)
  const jewelData = Object.fromEntries(
    Array.from({ length: worn.jewels }, (_, x) => [
      String(x),
      { type: 'JewelStr', radius: 1200, radiusMin: 0, radiusVisual: 'Medium' },
    ]),
  )
  const nodes = listNodes(seed, character)
  const learnt = {
    guardian: options.wire_version === '3.29' ? [] : undefined,
    passives: {
      hashes: nodes,
      hashes_ex: record.level >= 80 ? [65536, 65537, 65538] : [],
      mastery_effects: chooseEffects(nodes),
      skill_overrides: [],
      bandit_choice: record.bandit ?? undefined,
      pantheon_major: record.pantheon_major ?? undefined,
      pantheon_minor: record.pantheon_minor ?? undefined,
      alternate_ascendancy: record.bloodline ?? undefined,
      jewel_data: worn.jewels > 0 ? jewelData : [],
    },
    metadata: { version: versions[options.wire_version] },
  }
  const membersOf = (part: object) => JSON.stringify(part).slice(1, -1)
  return `{"character":{${membersOf(renderSummary(record, isCurrent))},${worn.members},${membersOf(learnt)}}}`
}

const rememberRecord = createMemory<CharacterRecord, Buffer>()

/** A character by its current name, as JSON, or null. */
export const renderCharacter = (seed: number, account: Account, name: string, options: ItemViewOptions): Buffer | null => {
  const character = account.characters.find(({ record }) => record.name === name)
  if (!character) return null
  const isCurrent = character === account.characters[0]
  return rememberRecord(character.record, [seed, isCurrent, ...formOf(options)], () =>
    Buffer.from(renderText(seed, character, isCurrent, options)),
  )
}

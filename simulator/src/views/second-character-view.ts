/** Characters of the second game in the format of its API. */
import type { SlottedItem } from '../items/item.ts'
import { createDraws } from '../prng.ts'
import { secondPassiveTree } from '../trees/passive-tree.ts'
import { walkTree } from '../trees/walk.ts'
import type { Account } from '../world/model.ts'
import { classOf } from '../world/second-game/character.ts'
import { nodesOfAscendancy } from '../world/second-game/classes.ts'
import type { SecondGameCharacter, SecondGameRecord } from '../world/second-game/model.ts'
import { type ItemViewOptions } from './item-view.ts'
import { createMemory, formOf } from './memory.ts'
import { renderSecondItem } from './second-item-view.ts'

const renderSummary = (record: SecondGameRecord, isCurrent: boolean): Record<string, unknown> => ({
  id: record.id,
  name: record.name,
  realm: 'poe2',
  class: classOf(record),
  league: record.league,
  level: record.level,
  experience: record.experience,
  current: isCurrent || undefined,
})

/** The list: summaries only, as last saved by the servers. */
export const renderSecondList = (account: Account): Record<string, unknown> => ({
  characters: account.second_game.map((character, at) => renderSummary(character.record, at === 0)),
})

/** Points from quests at this level. */
const questPoints = (level: number): number => Math.min(24, Math.floor(level / 3))

/** Points that each weapon set may allocate separately. */
const WEAPON_SET_POINTS = 8

/** More points than any character has, including masteries on the path, which this game does not allocate. */
const MAX_STEPS = 99 + 24 + 2 * WEAPON_SET_POINTS + 60

const rememberWay = createMemory<SecondGameCharacter, readonly number[]>()

/** Ordinary nodes in the order in which this character allocates them. */
const wayOf = (seed: number, character: SecondGameCharacter): readonly number[] =>
  rememberWay(character, [seed], () =>
    walkTree(
      secondPassiveTree,
      character.base_class.start_node,
      createDraws(seed, `second/passives/${character.id}`),
      MAX_STEPS,
    ).filter((id) => secondPassiveTree.nodes.get(id)?.kind !== 'mastery'),
  )

const splitPassives = (way: readonly number[], { level }: SecondGameRecord) => {
  const count = level - 1 + questPoints(level)
  const ofSets = Math.min(WEAPON_SET_POINTS, Math.floor(level / 10))
  const sets = way.slice(count)
  return { common: way.slice(0, count), set1: sets.slice(0, ofSets), set2: sets.slice(ofSets, 2 * ofSets) }
}

/** Permanent quest rewards: texts with mark-up. */
const questRewards = [
  { level: 8, text: '+10% to [Resistances|Cold Resistance]' },
  { level: 15, text: '+30 to [Spirit]' },
  { level: 24, text: '+20 to maximum Life' },
  { level: 33, text: '+10% to [Resistances|Lightning Resistance]' },
  { level: 45, text: '5% increased maximum Life' },
  { level: 58, text: '+40 to [Spirit]' },
] as const

const attributes = ['Strength', 'Dexterity', 'Intelligence'] as const

/** The attribute chosen at a node; inner numbers are sent as texts. */
const renderChoice = (node: number) => {
  const name = attributes[node % 3] ?? 'Strength'
  return { skill: String(26_297 + (node % 3)), name, [`granted${name}`]: 5, stats: [`+5 to [${name}]`] }
}

const renderPassives = (way: readonly number[], record: SecondGameRecord) => {
  const { common, set1, set2 } = splitPassives(way, record)
  const { ascendancy, ascendancy_points, base_class, jewels, level } = record
  const ofAscendancy = ascendancy ? nodesOfAscendancy(ascendancy.name).slice(0, 1 + ascendancy_points) : []
  // The servers send an empty dictionary as an empty list.
  const dictionary = (pairs: readonly (readonly [string, unknown])[]) => (pairs.length > 0 ? Object.fromEntries(pairs) : [])
  return {
    hashes: [base_class.start_node, ...common, ...ofAscendancy],
    hashes_ex: [],
    specialisations: { set1, set2, set3: [] },
    skill_overrides: dictionary(common.slice(0, Math.floor(level / 8)).map((node) => [String(node), renderChoice(node)])),
    jewel_data: dictionary(jewels.map(({ x }) => [String(x), { type: 'JewelStr', radius: 1000 }])),
    quest_stats: questRewards.filter((reward) => level >= reward.level).map(({ text }) => text),
  }
}

/** Versions of the second game by the version of the first game with the same item format. */
const versions = { '3.28': '4.4.0g', '3.29': '4.5.4f' } as const

const renderText = (seed: number, character: SecondGameCharacter, isCurrent: boolean, view: SecondView): string => {
  const { record } = character
  const render = ({ item, slot, x }: SlottedItem) =>
    renderSecondItem(item, view, { x, y: 0, inventory_id: slot, league: record.league })
  const cells = (worn: SlottedItem) => ({ ...render(worn), x: worn.x % BAG_WIDTH, y: Math.floor(worn.x / BAG_WIDTH) })
  return JSON.stringify({
    character: {
      ...renderSummary(record, isCurrent),
      equipment: record.equipment.map(render),
      inventory: view.shows_inventory ? record.carried.map(cells) : undefined,
      jewels: record.jewels.map(render),
      skills: record.skills.map(render),
      passives: renderPassives(wayOf(seed, character), record),
      metadata: { version: versions[view.wire_version] },
    },
  })
}

const BAG_WIDTH = 12

export interface SecondView extends ItemViewOptions {
  /** Until 0.3 the API also showed carried items. */
  shows_inventory: boolean
}

const rememberRecord = createMemory<SecondGameRecord, Buffer>()

/** A character by its current name, as JSON, or null. */
export const renderSecondCharacter = (seed: number, account: Account, name: string, view: SecondView): Buffer | null => {
  const character = account.second_game.find(({ record }) => record.name === name)
  if (!character) return null
  const isCurrent = character === account.second_game[0]
  return rememberRecord(character.record, [seed, isCurrent, view.shows_inventory, ...formOf(view)], () =>
    Buffer.from(renderText(seed, character, isCurrent, view)),
  )
}

import type { GameVersion } from '@muster/contract/events'
import { readXml, type XmlElement } from './xml-tree.ts'

export interface Gem {
  readonly name: string
  readonly level: number
  readonly quality: number
  readonly is_support: boolean
}

export interface GemGroup {
  readonly slot: string
  readonly gems: readonly Gem[]
  readonly is_main: boolean
  /** An item or a passive grants the skill; no gem is in a socket. */
  readonly is_granted: boolean
}

/** An item of a build: its text in the program's form. Several slots can have the same item. */
export interface BuildItem {
  readonly id: string
  readonly text: string
}

/** The content of a build. Every part may be missing. */
export interface BuildContent {
  readonly game_version: GameVersion
  readonly level: number
  readonly class_name: string
  readonly ascendancy: string
  readonly choices: { readonly bandit: string; readonly major: string; readonly minor: string }
  /** Calculated figures by name; empty before the calculation. */
  readonly stats: ReadonlyMap<string, number>
  /** Worn items by slot, in the order of the text. */
  readonly worn: ReadonlyMap<string, BuildItem>
  /** Jewels of the passive tree by node. */
  readonly jewels: ReadonlyMap<number, BuildItem>
  readonly groups: readonly GemGroup[]
  readonly nodes: ReadonlySet<number>
  /** `3_29`; empty if unknown. */
  readonly tree_version: string
}

/** A build, or why the XML is not one. */
export type BuildReading = { readonly ok: true; readonly build: BuildContent } | { readonly ok: false; readonly reason: string }

type Parent = XmlElement | undefined

const textOf = (element: Parent, name: string) => element?.attributes.get(name) ?? ''
const wordOf = (element: Parent, name: string) => {
  const text = textOf(element, name)
  return text === 'None' ? '' : text
}
function numberOf(element: Parent, name: string): number {
  const value = Number(textOf(element, name))
  return Number.isFinite(value) ? value : 0
}
const children = (element: Parent, name: string): XmlElement[] =>
  element ? element.children.filter((child) => child.name === name) : []

/** The element that an attribute of the parent selects by number, otherwise the first. */
function findActive(parent: Parent, name: string, attribute: string): Parent {
  const all = children(parent, name)
  const wanted = textOf(parent, attribute)
  return all.find((each) => textOf(each, 'id') === wanted) ?? all[0]
}

/**
 * The program writes `inf` for unlimited values (`tostring`, in `Save` of Build.lua). Figures marked by our server as not calculated are
 * left out.
 */
function readStats(build: Parent): Map<string, number> {
  const stats = new Map<string, number>()
  for (const element of [...children(build, 'PlayerStat'), ...children(build, 'MinionStat')]) {
    const name = textOf(element, 'stat')
    if (textOf(element, 'calculated') === 'false') continue
    const text = textOf(element, 'value')
    const value =
      text === 'inf' ? Number.POSITIVE_INFINITY : /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (name === '' || Number.isNaN(value)) continue
    stats.set(element.name === 'MinionStat' ? `Minion${name}` : name, value)
  }
  return stats
}

function readWorn(items: Parent, byId: ReadonlyMap<string, BuildItem>): Map<string, BuildItem> {
  const set = findActive(items, 'ItemSet', 'activeItemSet') ?? items
  const worn = new Map<string, BuildItem>()
  for (const slot of children(set, 'Slot')) {
    const item = byId.get(textOf(slot, 'itemId'))
    if (item !== undefined) worn.set(textOf(slot, 'name'), item)
  }
  return worn
}

function readGroups(skills: Parent, main: number): GemGroup[] {
  const set = findActive(skills, 'SkillSet', 'activeSkillSet') ?? skills
  return children(set, 'Skill')
    .map((skill, place) => ({
      slot: wordOf(skill, 'slot'),
      is_main: place + 1 === main,
      // `Save` of SkillsTab.lua, read in November 2026.
      is_granted: wordOf(skill, 'source') !== '',
      gems: children(skill, 'Gem').map((gem) => ({
        name: wordOf(gem, 'nameSpec'),
        level: numberOf(gem, 'level'),
        quality: numberOf(gem, 'quality'),
        is_support: textOf(gem, 'support') === 'true' || textOf(gem, 'skillId').startsWith('Support'),
      })),
    }))
    .filter(({ gems }) => gems.length > 0)
}

function readSpec(tree: Parent): Parent {
  const specs = children(tree, 'Spec')
  return specs[numberOf(tree, 'activeSpec') - 1] ?? specs[0]
}

/** Longest list of nodes, in characters: more than twice a list of all nodes of a tree (some 3,000, with numbers of five digits). */
const longestNodes = 50_000

const gameOfRoot: ReadonlyMap<string, GameVersion> = new Map([
  ['PathOfBuilding', 'poe1'],
  ['PathOfBuilding2', 'poe2'],
])

/**
 * Reads a build's XML; never throws. Names of classes, slots and gems are not checked, so that an unknown one is shown and nothing
 * breaks.
 */
export function readBuild(xml: string): BuildReading {
  const tree = readXml(xml)
  if (!tree.ok) return tree
  const { root } = tree
  const game_version = gameOfRoot.get(root.name)
  if (game_version === undefined) return { ok: false, reason: 'it is not a build of Path of Building' }
  const part = (name: string) => children(root, name)[0]
  const build = part('Build')
  const items = part('Items')
  const listed = children(items, 'Item').map((item) => ({ id: textOf(item, 'id'), text: item.text }))
  const byId = new Map(listed.map((item) => [item.id, item]))
  const spec = readSpec(part('Tree'))
  const numbers = textOf(spec, 'nodes').slice(0, longestNodes).split(',').map(Number)
  const jewels = children(children(spec, 'Sockets')[0], 'Socket').flatMap((socket): [number, BuildItem][] => {
    const item = byId.get(textOf(socket, 'itemId'))
    return item === undefined ? [] : [[numberOf(socket, 'nodeId'), item]]
  })
  return {
    ok: true,
    build: {
      game_version,
      level: numberOf(build, 'level'),
      class_name: wordOf(build, 'className'),
      ascendancy: wordOf(build, 'ascendClassName'),
      choices: {
        bandit: wordOf(build, 'bandit'),
        major: wordOf(build, 'pantheonMajorGod'),
        minor: wordOf(build, 'pantheonMinorGod'),
      },
      stats: readStats(build),
      worn: readWorn(items, byId),
      jewels: new Map(jewels),
      groups: readGroups(part('Skills'), numberOf(build, 'mainSocketGroup') || 1),
      nodes: new Set(numbers.filter((id) => Number.isSafeInteger(id) && id > 0)),
      tree_version: wordOf(spec, 'treeVersion'),
    },
  }
}

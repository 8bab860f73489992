import { parseItemText, type ShownItem } from './item-text.ts'

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
}

/** The content of a build in the form of the pages. Every part may be missing. */
export interface Build {
  readonly level: number
  readonly class_name: string
  readonly ascendancy: string
  readonly choices: { readonly bandit: string; readonly major: string; readonly minor: string }
  /** Calculated figures by name; empty before the calculation. */
  readonly stats: ReadonlyMap<string, number>
  /** Worn items by slot, in the order of the text. */
  readonly worn: ReadonlyMap<string, ShownItem>
  /** Jewels of the passive tree by node. */
  readonly jewels: ReadonlyMap<number, ShownItem>
  readonly groups: readonly GemGroup[]
  readonly nodes: ReadonlySet<number>
  /** `3_29`; empty if unknown. */
  readonly tree_version: string
}

const isWord = (text: string | null | undefined): text is string => Boolean(text) && text !== 'None'
const wordOf = (element: Element | null | undefined, name: string) => {
  const text = element?.getAttribute(name)
  return isWord(text) ? text : ''
}
const numberOf = (element: Element | null | undefined, name: string): number => {
  const value = Number(element?.getAttribute(name))
  return Number.isFinite(value) ? value : 0
}
const children = (element: Element | null | undefined, name: string): Element[] =>
  element ? [...element.children].filter((child) => child.tagName === name) : []

/** The element that an attribute of the parent selects by number, otherwise the first. */
function findActive(parent: Element | undefined, name: string, attribute: string): Element | undefined {
  const all = children(parent, name)
  const wanted = parent?.getAttribute(attribute)
  return all.find((each) => each.getAttribute('id') === wanted) ?? all[0]
}

/** The program writes `inf` for unlimited values. Figures marked by our server as not calculated are left out. */
function readStats(build: Element | undefined): Map<string, number> {
  const stats = new Map<string, number>()
  for (const element of [...children(build, 'PlayerStat'), ...children(build, 'MinionStat')]) {
    const name = element.getAttribute('stat') ?? ''
    if (element.getAttribute('calculated') === 'false') continue
    const text = element.getAttribute('value') ?? ''
    const value =
      text === 'inf' ? Number.POSITIVE_INFINITY : /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN
    if (name === '' || Number.isNaN(value)) continue
    const isMinion = element.tagName === 'MinionStat'
    stats.set(isMinion ? `Minion${name}` : name, value)
  }
  return stats
}

/** Only the item's own text: the elements after it are the program's notes on ranges. */
function readItems(items: Element | undefined): Map<string, ShownItem> {
  return new Map(
    children(items, 'Item').map((item) => {
      const text = [...item.childNodes].filter((node) => node.nodeType === node.TEXT_NODE).map((node) => node.nodeValue)
      return [item.getAttribute('id') ?? '', parseItemText(text.join('\n'))]
    }),
  )
}

function readWorn(items: Element | undefined, byId: ReadonlyMap<string, ShownItem>): Map<string, ShownItem> {
  const set = findActive(items, 'ItemSet', 'activeItemSet') ?? items
  const worn = new Map<string, ShownItem>()
  for (const slot of children(set, 'Slot')) {
    const item = byId.get(slot.getAttribute('itemId') ?? '')
    if (item) worn.set(slot.getAttribute('name') ?? '', item)
  }
  return worn
}

function readGroups(skills: Element | undefined, main: number): GemGroup[] {
  const set = findActive(skills, 'SkillSet', 'activeSkillSet') ?? skills
  return children(set, 'Skill')
    .map((skill, place) => ({
      slot: wordOf(skill, 'slot'),
      is_main: place + 1 === main,
      gems: children(skill, 'Gem').map((gem) => ({
        name: wordOf(gem, 'nameSpec'),
        level: numberOf(gem, 'level'),
        quality: numberOf(gem, 'quality'),
        is_support: gem.getAttribute('support') === 'true' || (gem.getAttribute('skillId') ?? '').startsWith('Support'),
      })),
    }))
    .filter(({ gems }) => gems.length > 0)
}

function readSpec(tree: Element | undefined): Element | undefined {
  const specs = children(tree, 'Spec')
  return specs[numberOf(tree, 'activeSpec') - 1] ?? specs[0]
}

/**
 * Reads a build's XML; null if it is none. Names of classes, slots and gems are not checked, so that an unknown one is shown and
 * nothing breaks.
 */
export function readBuild(xml: string): Build | null {
  // No build declares a document type; its entities could expand without end.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return null
  const root = new DOMParser().parseFromString(xml, 'application/xml').documentElement
  if (!/^PathOfBuilding2?$/.test(root.tagName)) return null
  const part = (name: string) => children(root, name)[0]
  const build = part('Build')
  const items = part('Items')
  const byId = readItems(items)
  const spec = readSpec(part('Tree'))
  const numbers = (wordOf(spec, 'nodes') || '').split(',').map(Number)
  const jewels = children(children(spec, 'Sockets')[0], 'Socket').flatMap((socket): [number, ShownItem][] => {
    const item = byId.get(socket.getAttribute('itemId') ?? '')
    return item ? [[numberOf(socket, 'nodeId'), item]] : []
  })
  return {
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
  }
}

import type { Build, Gem } from './read-build.ts'
import type { ShownItem } from './item-text.ts'

export interface SlotChange {
  readonly slot: string
  readonly before: ShownItem | null
  readonly after: ShownItem | null
}

export interface GemChange {
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** Levels and qualities before and after, for a gem that stayed. */
  readonly before: Gem | null
  readonly after: Gem | null
}

export interface BuildChanges {
  readonly levels: number
  readonly slots: readonly SlotChange[]
  readonly gems: readonly GemChange[]
  readonly nodes_added: readonly number[]
  readonly nodes_removed: readonly number[]
}

/** Items with equal content are equal. */
const isSame = (a: ShownItem | null, b: ShownItem | null) => JSON.stringify(a) === JSON.stringify(b)

/** The strongest gem of each name: the same gem often has two sockets. */
function listGems(build: Build): Map<string, Gem> {
  const gems = new Map<string, Gem>()
  for (const gem of build.groups.flatMap((group) => group.gems)) {
    const held = gems.get(gem.name)
    if (!held || gem.level > held.level) gems.set(gem.name, gem)
  }
  return gems
}

function compareGems(before: Build, after: Build): GemChange[] {
  const [old, now] = [listGems(before), listGems(after)]
  const names = [...new Set([...now.keys(), ...old.keys()])].sort((a, b) => a.localeCompare(b))
  return names.flatMap((name): GemChange[] => {
    const [a, b] = [old.get(name) ?? null, now.get(name) ?? null]
    if (a && b && a.level === b.level && a.quality === b.quality) return []
    return [{ name, kind: a === null ? 'added' : b === null ? 'removed' : 'changed', before: a, after: b }]
  })
}

/** The differences of `after`; all empty for equal builds. */
export function compareBuilds(before: Build, after: Build): BuildChanges {
  const slots = [...new Set([...after.worn.keys(), ...before.worn.keys()])].flatMap((slot): SlotChange[] => {
    const [a, b] = [before.worn.get(slot) ?? null, after.worn.get(slot) ?? null]
    return isSame(a, b) ? [] : [{ slot, before: a, after: b }]
  })
  return {
    levels: after.level - before.level,
    slots,
    gems: compareGems(before, after),
    nodes_added: [...after.nodes].filter((id) => !before.nodes.has(id)),
    nodes_removed: [...before.nodes].filter((id) => !after.nodes.has(id)),
  }
}

export const isUnchanged = ({ levels, slots, gems, nodes_added, nodes_removed }: BuildChanges) =>
  levels === 0 && slots.length + gems.length + nodes_added.length + nodes_removed.length === 0

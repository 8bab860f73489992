import type { GameItem } from '@muster/contract/game-api'
import { readFrameType } from '../items/frames.ts'
import { isSet, readList, readProperties, readProperty, readRecord, readText, readWholeNumber } from '../items/normalise.ts'

export interface BuildGem {
  readonly name: string
  /** The program's own id, if it does not know the gem by this name. */
  readonly program_id?: string
  readonly level: number
  readonly quality: number
  readonly is_support: boolean
  /** Skills that are not attacks: auras, movement, guards and the like. */
  readonly is_aside: boolean
}

export interface SkillGroup {
  /** Empty for skills outside of items. */
  readonly slot: string
  readonly gems: readonly BuildGem[]
}

const gemFrame = 4
const maxGemLevel = 40
/** Words in the bare first property of a gem. */
export const asideTags = [
  'Aura',
  'Movement',
  'Travel',
  'Blink',
  'Guard',
  'Herald',
  'Hex',
  'Mark',
  'Curse',
  'Warcry',
  'Banner',
  'Stance',
]

export const isGem = (item: GameItem): boolean => readFrameType(item) === gemFrame

/** A transfigured gem carries its real name inside; a Vaal gem has its own name. One support keeps the word in its name. */
function readGemName(gem: GameItem): string {
  const hybrid = readRecord(gem.hybrid)
  const inner = readText(hybrid.baseTypeName)
  const name = inner !== '' && !isSet(hybrid.isVaalGem) ? inner : readText(gem.typeLine)
  return name === 'Barrage Support' ? name : name.replace(/ Support$/, '')
}

const readNumber = (gem: GameItem, property: string) => readWholeNumber(/\d+/.exec(readProperty(gem, property)[0] ?? '')?.[0])

/** A level beyond the bounds of any gem is an error of the data. */
export const boundGemLevel = (level: number): number => Math.max(1, Math.min(maxGemLevel, level))

/** @param aside words that mark a skill that is not an attack */
export function readGem(gem: GameItem, aside: readonly string[] = asideTags): BuildGem {
  const tags = readProperties(gem.properties)[0]?.name ?? ''
  const is_support = isSet(gem.support) || /\bSupport\b/.test(tags)
  return {
    name: readGemName(gem),
    level: boundGemLevel(readNumber(gem, 'Level')),
    quality: readNumber(gem, 'Quality'),
    is_support,
    is_aside: is_support || aside.some((tag) => tags.split(/,\s*/).includes(tag)),
  }
}

/** The linked groups of one item, in the order of its sockets; active gems come before supports, in the order of the answer. */
export function readSkillGroups(item: GameItem, slot: string): SkillGroup[] {
  const sockets = readList(item.sockets).map(readRecord)
  const groups = new Map<number, BuildGem[]>()
  for (const [place, inner] of readList(item.socketedItems).map(readRecord).entries()) {
    if (!isGem(inner) || readGemName(inner) === '') continue
    const group = readWholeNumber(sockets[readWholeNumber(inner.socket ?? place)]?.group)
    const gems = groups.get(group) ?? []
    groups.set(group, gems)
    gems.push(readGem(inner))
  }
  return [...groups.values()].map((gems) => ({
    slot,
    gems: gems.toSorted((a, b) => Number(a.is_support) - Number(b.is_support)),
  }))
}

export interface MainSkill {
  /** Index of the group, from 0, and of the skill among the group's active gems, from 0. */
  readonly group: number
  readonly skill: number
  readonly name: string
}

/** The attack with the most linked supports; of equals the first. A guess: the API does not say which skills a player uses. */
export function chooseMainSkill(groups: readonly SkillGroup[]): MainSkill | null {
  let best: (MainSkill & { supports: number }) | null = null
  for (const [group, { gems }] of groups.entries()) {
    const supports = gems.filter((gem) => gem.is_support).length
    const skill = gems.findIndex((gem) => !gem.is_aside)
    const name = gems[skill]?.name
    if (name !== undefined && (best === null || supports > best.supports)) best = { group, skill, name, supports }
  }
  return best && { group: best.group, skill: best.skill, name: best.name }
}

import type { CharacterDetail } from '@muster/contract/game-api'
import { readList, readRecord, readText, readWholeNumber, showText } from '../../items/normalise.ts'
import type { BuildItems } from '../items.ts'
import { type BuildExport, finishBuild, writeItems, writeSkills, writeSockets } from '../sections.ts'
import { chooseMainSkill } from '../skills.ts'
import { writeElement } from '../xml.ts'
import { findSecondClass, type SecondClass } from './classes.ts'
import { readSecondItems } from './items.ts'
import { writeQuestRewards } from './quest-rewards.ts'
import { readSecondSkills } from './skills.ts'

/** Used if the game sends no version: a tree that every program since then loads. */
const fallbackTree = '0_4'

/** The API calls patch 0.5 `4.5.4f`. */
function readTreeVersion(version: string | null | undefined): string {
  const [, minor] = /^[04]\.(\d+)/.exec(version ?? '') ?? []
  return minor === undefined ? fallbackTree : `0_${minor}`
}

const sortNodes = (...lists: readonly unknown[]): number[] => {
  const numbers = lists.flatMap(readList).filter((one) => Number.isSafeInteger(one)) as number[]
  return [...new Set(numbers)].sort((a, b) => a - b)
}

const attributes = { str: 'Strength', dex: 'Dexterity', int: 'Intelligence' }

/** Whether this attribute was chosen at a node that offers any of them. */
function isChoice(value: unknown, attribute: string): boolean {
  const node = readRecord(value)
  if (readWholeNumber(node[`granted${attribute}`]) > 0) return true
  return [node.name, ...readList(node.stats)].some((text) => typeof text === 'string' && showText(text).includes(attribute))
}

function writeOverrides(skill_overrides: unknown): string[] {
  const chosen = Object.entries(readRecord(skill_overrides))
  const lists = Object.entries(attributes).map(([key, attribute]) => {
    const nodes = chosen.filter(([, value]) => isChoice(value, attribute)).map(([node]) => Number(node))
    return [`${key}Nodes`, sortNodes(nodes).join(',')] as const
  })
  if (lists.every(([, nodes]) => nodes === '')) return []
  return [writeElement('Overrides', {}, [writeElement('AttributeOverride', Object.fromEntries(lists))])]
}

function writeTree(character: CharacterDetail, { number, ascendancy }: SecondClass, jewels: BuildItems['jewels']): string {
  const { hashes, specialisations, skill_overrides } = readRecord(character.passives)
  const sets = readRecord(specialisations)
  const spec = {
    treeVersion: readTreeVersion(character.metadata?.version),
    classInternalId: number,
    ascendancyInternalId: ascendancy?.id ?? '',
    // Includes the nodes of a single weapon set.
    nodes: sortNodes(hashes, ...Object.values(sets)).join(','),
    masteryEffects: '',
  }
  const weaponSets = [1, 2].flatMap((set) => {
    const nodes = sortNodes(sets[`set${set}`])
    return nodes.length === 0 ? [] : [writeElement(`WeaponSet${set}`, { nodes: nodes.join(',') })]
  })
  return writeElement('Tree', { activeSpec: 1 }, [
    writeElement('Spec', spec, [writeSockets(jewels), ...weaponSets, ...writeOverrides(skill_overrides)]),
  ])
}

/**
 * The levels at which players usually finish an act; each act costs ten points of elemental resistance, and the interludes count
 * as two acts. The API does not say how far a character has come. Without a value the program assumes the largest loss.
 */
const actEndsAt_level = [16, 32, 45, 53, 60, 65]
const penaltyOfAct = -10

const guessPenalty = (level: number): number => penaltyOfAct * actEndsAt_level.filter((end) => level >= end).length

function writeConfig({ level, passives }: CharacterDetail): string[] {
  const penalty = writeElement('Input', { name: 'resistancePenalty', number: guessPenalty(level) })
  return [penalty, ...writeQuestRewards(readRecord(passives)['quest_stats'])]
}

/** Writes a character of the second game for that game's edition of the program, which accepts no build of the first. */
export function writeSecondBuild(character: CharacterDetail): BuildExport {
  const named = findSecondClass(readText(character.class), readList(readRecord(character.passives).hashes))
  const items = readSecondItems(character)
  const groups = readSecondSkills(character['skills'])
  const main = chooseMainSkill(groups)
  const about = {
    level: character.level,
    targetVersion: '0_1',
    viewMode: 'TREE',
    className: named.name,
    ascendClassName: named.ascendancy?.name ?? 'None',
    mainSocketGroup: (main?.group ?? 0) + 1,
    characterLevelAutoMode: false,
  }
  const xml = writeElement('PathOfBuilding2', {}, [
    writeElement('Build', about),
    writeItems(items),
    writeSkills(groups, main),
    writeElement('Config', { activeConfigSet: 1 }, [writeElement('ConfigSet', { id: 1 }, writeConfig(character))]),
    writeElement('Notes', {}, [
      "Made by Muster from the game's data about the character. Flasks and charms are off; figures are not calculated.",
    ]),
    writeTree(character, named, items.jewels),
  ])
  return finishBuild(character, xml, main)
}

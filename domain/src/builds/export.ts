import type { GameVersion } from '@muster/contract/events'
import { type CharacterDetail, gameOf } from '@muster/contract/game-api'
import { readList, readRecord, readText, showText } from '../items/normalise.ts'
import { type BuildClass, findBuildClass, numberBloodline } from './classes.ts'
import { readClusterNodes } from './cluster-nodes.ts'
import { type BuildItems, readBuildItems } from './items.ts'
import { writeSecondBuild } from './second-game/export.ts'
import { type BuildExport, finishBuild, writeItems, writeSkills, writeSockets } from './sections.ts'
import { chooseMainSkill } from './skills.ts'
import { escapeText, writeElement } from './xml.ts'

/** Used if the game sends no version. A program can load a tree older than its own, but no newer one. */
const fallbackTree = '3_25'

function readTreeVersion(version: string | null | undefined): string {
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(version ?? '') ?? []
  return major === undefined || minor === undefined ? fallbackTree : `${major}_${minor}`
}

/**
 * The loss of all resistances after the fifth and the tenth act. The API does not say which acts a character has finished, but
 * most have at about these levels. Without a value the program assumes the largest loss.
 */
const guessPenalty = (level: number): number => (level < 45 ? 0 : level < 68 ? -30 : -60)

const orNone = (text: string | null | undefined) => (text ? text : 'None')

function writeTree(character: CharacterDetail, build: BuildClass, items: BuildItems): string {
  const { hashes, hashes_ex, mastery_effects, skill_overrides, jewel_data } = readRecord(character.passives)
  const numbers = (value: unknown) => readList(value).filter((one) => Number.isSafeInteger(one)) as number[]
  const nodes = [...new Set(numbers(hashes))].sort((a, b) => a - b)
  const masteries = Object.entries(readRecord(mastery_effects)).map(([node, effect]) => `{${node},${Number(effect)}}`)
  const overrides = Object.entries(readRecord(skill_overrides)).map(([nodeId, value]) => {
    const { name, icon, activeEffectImage, stats } = readRecord(value)
    const lines = readList(stats).filter((line) => typeof line === 'string') as string[]
    const attributes = { dn: readText(name), icon: readText(icon), activeEffectImage: readText(activeEffectImage), nodeId }
    return writeElement('Override', attributes, [lines.map((line) => escapeText(showText(line))).join('\n')])
  })
  const spec = {
    treeVersion: readTreeVersion(character.metadata?.version),
    classId: build.class_id,
    ascendClassId: build.ascendancy_id,
    secondaryAscendClassId: numberBloodline(character.passives?.alternate_ascendancy),
    nodes: [...nodes, ...readClusterNodes(numbers(hashes_ex), jewel_data)].join(','),
    masteryEffects: masteries.sort().join(','),
  }
  return writeElement('Tree', { activeSpec: 1 }, [
    writeElement('Spec', spec, [writeSockets(items.jewels), writeElement('Overrides', {}, overrides.sort())]),
  ])
}

function writeFirstBuild(character: CharacterDetail): BuildExport {
  const passives = readRecord(character.passives)
  const hashes = readList(passives.hashes).filter((one) => typeof one === 'number')
  const build = findBuildClass(character.class, hashes)
  const items = readBuildItems(character)
  const main = chooseMainSkill(items.groups)
  const bandit = readText(passives.bandit_choice)
  const choices = {
    bandit: orNone(bandit === 'Eramir' ? '' : bandit),
    pantheonMajorGod: orNone(readText(passives.pantheon_major)),
    pantheonMinorGod: orNone(readText(passives.pantheon_minor)),
  }
  const about = {
    level: character.level,
    targetVersion: '3_0',
    viewMode: 'TREE',
    className: build.class_name,
    ascendClassName: build.ascendancy_name,
    ...choices,
    mainSocketGroup: (main?.group ?? 0) + 1,
    characterLevelAutoMode: false,
  }
  const inputs = [
    ...Object.entries(choices).map(([name, string]) => writeElement('Input', { name, string })),
    writeElement('Input', { name: 'resistancePenalty', number: guessPenalty(character.level) }),
  ]
  const xml = writeElement('PathOfBuilding', {}, [
    writeElement('Build', about),
    writeItems(items),
    writeSkills(items.groups, main),
    writeElement('Config', { activeConfigSet: 1 }, [writeElement('ConfigSet', { id: 1 }, inputs)]),
    writeElement('Notes', {}, [
      "Made by Muster from the game's data about the character. Flasks are off; figures are not calculated.",
    ]),
    writeTree(character, build, items),
  ])
  return finishBuild(character, xml, main)
}

/**
 * Writes a character of the game's API as an importable build (items, tree, gems, choices) for the program of its game. Figures
 * are not included: the program calculates them (`player-stats.ts` adds them). Items without a name in the program are left out,
 * with everything that refers to them.
 */
export const writeBuild = (character: CharacterDetail): BuildExport => writers[gameOf(character.realm)](character)

const writers: Readonly<Record<GameVersion, (character: CharacterDetail) => BuildExport>> = {
  poe1: writeFirstBuild,
  poe2: writeSecondBuild,
}

/** The export string of a build: XML as the program writes it, deflated, in URL-safe Base64. */
import { deflateSync } from 'node:zlib'
import { escapeHtml } from '../providers/page.ts'
import { baseClasses } from '../world/classes.ts'
import type { SentCharacter, SentItem } from './character.ts'
import { calculateFigures, findMainGroup } from './figures.ts'

export const calculatorGames = {
  poe1: { program: 'PathOfBuilding', version: '3_0' },
  poe2: { program: 'PathOfBuilding2', version: '0_1' },
} as const
export type CalculatorGame = keyof typeof calculatorGames

const writeAttributes = (attributes: Readonly<Record<string, string | number | boolean>>): string =>
  Object.entries(attributes)
    // The program's parser knows only this name for it.
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value)).replaceAll('&#39;', '&apos;')}"`)
    .join('')

const element = (name: string, attributes: Readonly<Record<string, string | number | boolean>>, inside = ''): string =>
  inside === '' ? `<${name}${writeAttributes(attributes)}/>` : `<${name}${writeAttributes(attributes)}>${inside}</${name}>`

const writeNumber = (value: number) => String(Math.round(value * 1000) / 1000)

const writeStats = (name: string, stats: Readonly<Record<string, number>>): string =>
  Object.entries(stats)
    .map(([stat, value]) => element(name, { stat, value: writeNumber(value) }))
    .join('')

const writeItem = ({ rarity, name, base, ilvl, mods }: SentItem, at: number): string => {
  const lines = [`Rarity: ${rarity.toUpperCase()}`, ...(name === '' ? [] : [name]), base, `Item Level: ${ilvl}`, ...mods]
  return element('Item', { id: at + 1 }, `\n${escapeHtml(lines.join('\n')).replaceAll('&#39;', '&apos;')}\n`)
}

const slotNames: Readonly<Record<string, string>> = {
  Helm: 'Helmet',
  BodyArmour: 'Body Armour',
  Ring: 'Ring 1',
  Ring2: 'Ring 2',
  Weapon: 'Weapon 1',
  Offhand: 'Weapon 2',
}
const slotOf = ({ slot, place }: SentItem): string => (slot === 'Flask' ? `Flask ${place + 1}` : (slotNames[slot] ?? slot))

export const writeCalculatedBuild = (character: SentCharacter, game: CalculatorGame): string => {
  const { player, minion } = calculateFigures(character)
  const classId = baseClasses.findIndex(
    ({ name, ascendancies }) => name === character.class || ascendancies.includes(character.class),
  )
  const base = baseClasses[classId]
  const ascendancy = base?.ascendancies.indexOf(character.class) ?? -1
  const main = findMainGroup(character)
  const groups = character.items.filter(({ gems }) => gems.length > 0)
  const about = {
    level: character.level,
    targetVersion: calculatorGames[game].version,
    viewMode: 'TREE',
    className: base?.name ?? character.class,
    ascendClassName: ascendancy < 0 ? 'None' : character.class,
    bandit: character.bandit,
    pantheonMajorGod: character.pantheon[0],
    pantheonMinorGod: character.pantheon[1],
    mainSocketGroup: 1 + Math.max(0, main ? groups.findIndex(({ gems }) => gems.includes(main.skill)) : 0),
    characterLevelAutoMode: false,
  }
  const spec = {
    treeVersion: '3_29',
    classId: Math.max(0, classId),
    ascendClassId: ascendancy + 1,
    nodes: character.nodes.join(','),
  }
  const gemsOf = (item: SentItem) =>
    item.gems
      .map(({ name, level, quality }) => element('Gem', { nameSpec: name, level, quality, qualityId: 'Default', enabled: true }))
      .join('')
  const skills = groups.map((item) => element('Skill', { enabled: true, slot: slotOf(item) }, gemsOf(item))).join('')
  const items = [...character.items, ...character.jewels]
  const slots = character.items.map((item, at) => element('Slot', { name: slotOf(item), itemId: at + 1 })).join('')
  const xml = element(
    calculatorGames[game].program,
    {},
    [
      element('Build', about, writeStats('PlayerStat', player) + writeStats('MinionStat', minion)),
      element('Skills', { activeSkillSet: 1 }, element('SkillSet', { id: 1 }, skills)),
      element('Items', { activeItemSet: 1 }, items.map(writeItem).join('') + element('ItemSet', { id: 1 }, slots)),
      element('Tree', { activeSpec: 1 }, element('Spec', spec)),
    ].join(''),
  )
  const deflated = deflateSync(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`, { level: 9 })
  return deflated.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
}

import type { GameItem } from '@muster/contract/game-api'
import { readList, readProperties, readRecord, readText, readWholeNumber } from '../../items/normalise.ts'
import { asideTags, boundGemLevel, type BuildGem, isGem, readGem, type SkillGroup } from '../skills.ts'

const aside = [...asideTags, 'Buff']

/** The position of a gem; gems in the same position are told apart by their names. */
const placeOf = (gem: GameItem) =>
  `${readText(gem.inventoryId)} ${String(readWholeNumber(gem.x)).padStart(4, '0')} ${readText(gem.typeLine)}`

/** Gems named after the monster they summon; the program has another name for them. */
const gemsOfMonsters = [
  { name: /^Spectre:/, program_id: 'Metadata/Items/Gems/SkillGemSummonSpectre' },
  { name: /^Companion:/, program_id: 'Metadata/Items/Gems/SkillGemSummonBeast' },
]

/**
 * The gem's own level. The level that the game sends includes levels from items, which the program would add again; the lines
 * after it say how many levels are from the gem and how many from its corruption.
 */
function readOwnLevel(gem: GameItem): number | null {
  const rows = readProperties(gem.properties)
  const place = rows.findIndex(({ name }) => name === 'Level')
  const lines = place === -1 ? [] : rows.slice(place + 1, place + 3).map(({ values }) => values[0] ?? '')
  const find = (source: RegExp) => lines.flatMap((line) => source.exec(line)?.[1] ?? []).map(Number)[0]
  const own = find(/(\d{1,4}) Levels? from Gem/)
  return own === undefined ? null : boundGemLevel(own + (find(/(\d{1,4}) Levels? from Corruption/) ?? 0))
}

function readSecondGem(gem: GameItem): BuildGem {
  const known = readGem(gem, aside)
  const program_id = gemsOfMonsters.find(({ name }) => name.test(known.name))?.program_id
  return { ...known, level: readOwnLevel(gem) ?? known.level, ...(program_id !== undefined && { program_id }) }
}

/**
 * The learnt skills of a character, each with its supports. Skills granted by items have no id: the program finds them on the
 * item.
 */
export const readSecondSkills = (skills: unknown): SkillGroup[] =>
  readList(skills)
    .map(readRecord)
    .filter((gem) => isGem(gem) && readText(gem.id) !== '' && readText(gem.typeLine) !== '')
    .map((gem) => ({ gem, place: placeOf(gem) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ gem }) => ({
      slot: '',
      gems: [gem, ...readList(gem.socketedItems).map(readRecord).filter(isGem)].map(readSecondGem),
    }))

import type { GameItem } from '@muster/contract/game-api'
import { readList, readRecord, readText, readWholeNumber } from '../../items/normalise.ts'
import { asideTags, isGem, readGem, type SkillGroup } from '../skills.ts'

const aside = [...asideTags, 'Buff']

/** Where a gem lies; gems in the same place are told apart by their names. */
const placeOf = (gem: GameItem) =>
  `${readText(gem.inventoryId)} ${String(readWholeNumber(gem.x)).padStart(4, '0')} ${readText(gem.typeLine)}`

/**
 * The skills that a character has learnt, each with its supports. Those that an item grants have no id: the program finds them
 * on the item.
 */
export const readSecondSkills = (skills: unknown): SkillGroup[] =>
  readList(skills)
    .map(readRecord)
    .filter((gem) => isGem(gem) && readText(gem.id) !== '' && readText(gem.typeLine) !== '')
    .map((gem) => ({ gem, place: placeOf(gem) }))
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ gem }) => ({
      slot: '',
      gems: [gem, ...readList(gem.socketedItems).map(readRecord).filter(isGem)].map((one) => readGem(one, aside)),
    }))

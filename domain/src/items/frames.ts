import type { GameItem } from '@muster/contract/game-api'
import { parseWholeNumber, readText } from './normalise.ts'

/**
 * Frame numbers by the text that replaces them (`frameTypeId`, since 0.5.0 / 3.29). The texts up to `Quest` were observed in
 * responses; the later ones follow the provider's documentation of the numbers.
 */
const frameOfId: Readonly<Record<string, number>> = {
  Normal: 0,
  Magic: 1,
  Rare: 2,
  Unique: 3,
  Gem: 4,
  Currency: 5,
  DivinationCard: 6,
  Quest: 7,
  Prophecy: 8,
  Foil: 9,
  SupporterFoil: 10,
  Necropolis: 11,
  Gold: 12,
  BreachSkill: 13,
}

/** The name of each frame number, in the game's own words: "Divination card". */
export const frameNames: readonly string[] = Object.keys(frameOfId).map((id) =>
  id.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
)

const supporterFoil = 10

/** The frame number, derived from `frameTypeId` if the deprecated number is missing; 0 if neither can be read. */
export function readFrameType(item: GameItem): number {
  const number = parseWholeNumber(item.frameType)
  if (number !== null) return number
  const id = readText(item.frameTypeId)
  return Object.hasOwn(frameOfId, id) ? (frameOfId[id] ?? 0) : 0
}

/** Foil items (frame 10) are trophies of earlier leagues and never complete an objective. */
export function isFoil(item: GameItem): boolean {
  return readFrameType(item) === supporterFoil
}

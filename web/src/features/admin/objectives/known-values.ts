import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import { listGameClasses } from '@muster/domain/builds/game-classes'
import { frameNames } from '@muster/domain/items/frames'
import { knownTexts } from '@muster/domain/items/limits'

interface KnownValue {
  readonly value: string
  readonly label: string
}

const frames: readonly KnownValue[] = frameNames.map((name, frame) => ({ value: String(frame), label: `${name} (${frame})` }))

/** Classes and ascendancies of a game, for conditions on the wearer; the game may have newer ones. */
export const listWearers = (game_version: GameVersion): readonly KnownValue[] =>
  listGameClasses(game_version)
    .flatMap(({ name, ascendancies }) => [name, ...ascendancies])
    .map((name) => ({ value: name, label: name }))

/** The values of a field with few of them, which need no lookup. */
export function listKnownValues(field: ItemField): readonly KnownValue[] {
  if (field === 'FRAME_TYPE') return frames
  return (knownTexts[field] ?? []).filter((text) => text !== '').map((text) => ({ value: text, label: text }))
}

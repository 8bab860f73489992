import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import { listGameClasses } from '@muster/domain/builds/game-classes'
import { listAreas } from '@muster/domain/game-log/areas'
import { listBosses } from '@muster/domain/game-log/boss-lines'
import { frameNames } from '@muster/domain/items/frames'
import { knownTexts } from '@muster/domain/items/limits'

interface KnownValue {
  readonly value: string
  readonly label: string
}

const frames: readonly KnownValue[] = frameNames.map((name, frame) => ({ value: String(frame), label: `${name} (${frame})` }))

const listWearers = (game_version: GameVersion): readonly KnownValue[] =>
  listGameClasses(game_version)
    .flatMap(({ name, ascendancies }) => [name, ...ascendancies])
    .map((name) => ({ value: name, label: name }))

const toKnown = (rows: readonly (readonly [string, string])[]) => rows.map(([value, label]) => ({ value, label }))

const gameValues: Readonly<Partial<Record<ItemField, (game_version: GameVersion) => readonly KnownValue[]>>> = {
  WORN_BY: listWearers,
  AREA: (game_version) => toKnown(listAreas(game_version)),
  BOSS: (game_version) => toKnown(listBosses(game_version)),
}

/** Values of a field that the game is known to have: classes with ascendancies, areas, bosses. It may have others. */
export const listGameValues = (field: ItemField, game_version: GameVersion): readonly KnownValue[] =>
  gameValues[field]?.(game_version) ?? []

/** The values of a field with few of them, which need no lookup. */
export function listKnownValues(field: ItemField): readonly KnownValue[] {
  if (field === 'FRAME_TYPE') return frames
  return (knownTexts[field] ?? []).filter((text) => text !== '').map((text) => ({ value: text, label: text }))
}

import type { ItemField } from '@muster/contract/conditions'
import { frameNames } from '@muster/domain/items/frames'
import { knownTexts } from '@muster/domain/items/limits'

interface KnownValue {
  readonly value: string
  readonly label: string
}

const frames: readonly KnownValue[] = frameNames.map((name, frame) => ({ value: String(frame), label: `${name} (${frame})` }))

/** The values of a field that has only a few; nobody needs to look these up. */
export function listKnownValues(field: ItemField): readonly KnownValue[] {
  if (field === 'FRAME_TYPE') return frames
  return (knownTexts[field] ?? []).filter((text) => text !== '').map((text) => ({ value: text, label: text }))
}

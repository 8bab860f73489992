import { type ItemField, itemFields } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import type { GameItem } from '@muster/contract/game-api'
import { createClassifier } from '../../classes.ts'
import { type FieldContext, fields } from '../../fields.ts'
import { readCopiedItem } from '../read-copied-item.ts'

export type FieldsOfItem = Record<ItemField, unknown>

export const readAllFields = (item: GameItem, context: FieldContext): FieldsOfItem =>
  Object.fromEntries(itemFields.map((field) => [field, fields[field].read(item, context)])) as FieldsOfItem

/** Every field of a copied text, with the class that the text names, as the workbench reads it. */
export function readFields(text: string, game_version: GameVersion = 'poe1', bases: readonly string[] = []): FieldsOfItem {
  const copied = readCopiedItem(text, new Map(bases.map((base) => [base, ''])))
  if (!copied.ok) throw new Error(`line ${copied.line}: ${copied.reason}`)
  const table = copied.class_id === null ? {} : { table: new Map([[String(copied.item['baseType']), copied.class_id]]) }
  return readAllFields(copied.item, createClassifier({ game_version, ...table }))
}

/** The unrecognised lines of a copied text. */
export function readUnread(text: string): readonly { readonly line: number; readonly text: string }[] {
  const copied = readCopiedItem(text)
  if (!copied.ok) throw new Error(`line ${copied.line}: ${copied.reason}`)
  return copied.unread
}

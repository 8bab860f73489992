import type { GameItem } from '@muster/contract/game-api'
import type { TriedItem } from '@muster/contract/workbench'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import { readCopiedItem } from '@muster/domain/items/copied/read-copied-item'
import { refuseField } from './refusal.ts'

interface ReadItem {
  readonly item: GameItem
  readonly doubts: TriedItem['doubts']
  readonly unread: NonNullable<TriedItem['unread']>
  /** Includes the class that a copied text names for its base. */
  readonly options: MatcherOptions
}

const looksLikeJson = (text: string) => text.trimStart().startsWith('{')

function refuseText(problem: string): never {
  throw refuseField('text', problem)
}

function parseItem(text: string): GameItem {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as GameItem
  } catch (error) {
    refuseText(`is not valid JSON: ${(error as Error).message}`)
  }
  return refuseText('is not an item: expected one JSON object')
}

/**
 * The item of a trial: JSON, or a text that is JSON or was copied in the game.
 * @throws Refusal invalid_request, with the unreadable line of a text
 */
export function readItem(
  body: { item?: GameItem | null | undefined; text?: string | null | undefined },
  options: MatcherOptions,
): ReadItem {
  const { item, text } = body
  if (item) return { item, doubts: [], unread: [], options }
  if (text === null || text === undefined) {
    throw refuseField('item', 'is required unless a text is given')
  }
  if (looksLikeJson(text)) return { item: parseItem(text), doubts: [], unread: [], options }
  const copied = readCopiedItem(text, options.classes)
  if (!copied.ok) return refuseText(`line ${copied.line}: ${copied.reason}`)
  const { item: read, class_id } = copied
  const base = read['baseType']
  const isListed = class_id === null || typeof base !== 'string' || options.classes?.has(base) === true
  return {
    item: read,
    doubts: [...copied.doubts],
    unread: [...copied.unread],
    options: isListed ? options : { ...options, classes: new Map([...(options.classes ?? []), [base, class_id]]) },
  }
}

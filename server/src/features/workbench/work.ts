import type { ItemField } from '@muster/contract/conditions'
import type { GameItem } from '@muster/contract/game-api'
import type { Trial } from '@muster/domain/conditions/try-objectives'
import type { MatcherOptions } from '@muster/domain/conditions/matcher'
import type { FieldValue } from '@muster/domain/items/fields'
import type { EventDefinition, ObjectiveDefinition } from '@muster/domain/objectives/definition'
import type { DefinitionReview } from '@muster/domain/objectives/findings/find-definition-problems'
import type { KnownNames } from '@muster/domain/objectives/findings/known-names'

/** The work of a thread, passed at its start. */
export type Work =
  | {
      readonly kind: 'try'
      readonly item: GameItem
      readonly objectives: readonly ObjectiveDefinition[]
      readonly options: MatcherOptions
    }
  | { readonly kind: 'review'; readonly definition: EventDefinition; readonly names: KnownNames }
  /** Receives compressed tabs, one message for each batch, and answers each. */
  | {
      readonly kind: 'count'
      readonly draft: ObjectiveDefinition
      readonly saved: ObjectiveDefinition | null
      readonly options: MatcherOptions
    }
  | { readonly kind: 'list'; readonly options: MatcherOptions }

export interface TryAnswer {
  readonly trials: readonly Trial[]
  readonly fields: readonly { readonly field: ItemField; readonly value: FieldValue }[]
}

export type ReviewAnswer = DefinitionReview

export interface CountAnswer {
  readonly items: number
  readonly draft: number
  readonly saved: number
  readonly examples: readonly { readonly name: string; readonly base_type: string }[]
}

/** The searched properties of an item in a tab. */
export interface ListedItem {
  readonly name: string
  readonly type_line: string
  readonly base_type: string
  readonly item_class: string
  readonly icon_name: string
}
/** By tab of the batch; items by their position in the tab. */
export type ListAnswer = readonly (readonly ListedItem[])[]

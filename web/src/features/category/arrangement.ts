import '../../messages/category.ts'
import { isCategory } from '@muster/domain/objectives/kinds'
import type { View } from '@muster/domain/objectives/layout'
import { findMethod } from '@muster/domain/scoring/methods/index'
import { type LockedObjective, type ObjectiveNode, presetsOf } from '../../api/scores/score-tree.ts'
import type { MessageKey } from '../../lib/text/messages.ts'
import type { Order } from './category-search.ts'

/** How a page shows the branches of one view. The rest follows from the tree. */
export interface Arrangement {
  /** A card for each direct child; otherwise cards only for goals to work towards, and rows for the others. */
  readonly isCards: boolean
  /** Sort orders to choose from; the first one is the default. */
  readonly orders: readonly Order[]
  readonly lead: MessageKey | null
  /** The choice of shown sets is stored in the viewer's settings, not in the address. */
  readonly hasSetPreference: boolean
  /** Pictures out of view are loaded with the page, as the specification asks for collections. */
  readonly hasEagerPictures: boolean
}

const plain: Arrangement = {
  isCards: false,
  orders: ['event', 'closest', 'points'],
  lead: null,
  hasSetPreference: false,
  hasEagerPictures: false,
}
const cards: Arrangement = { ...plain, isCards: true }

/** Views without a row here, and categories without a view, have the plain arrangement. */
const arrangements: Partial<Readonly<Record<View, Arrangement>>> = {
  uniques: { ...plain, lead: 'category.lead.uniques', hasSetPreference: true },
  collections: {
    ...cards,
    orders: ['closest', 'points', 'event'],
    lead: 'category.lead.collections',
    hasEagerPictures: true,
  },
  races: { ...cards, lead: 'category.lead.races' },
  bounties: { ...cards, lead: 'category.lead.bounties' },
  dailies: { ...cards, orders: ['time', 'closest', 'points'], lead: 'category.lead.dailies' },
}

export const arrangementOf = (view: View | null): Arrangement => (view && arrangements[view]) || plain

/** The parts of one branch of the tree on its page. */
export interface BranchParts {
  readonly branch: ObjectiveNode
  readonly cards: readonly ObjectiveNode[]
  readonly sets: readonly ObjectiveNode[]
  readonly rows: readonly ObjectiveNode[]
  /** Categories that are shown as boards, with their children. */
  readonly boards: readonly ObjectiveNode[]
  /** Sorted by opening time. */
  readonly locked: readonly LockedObjective[]
}

const hasParts = ({ item }: ObjectiveNode) => isCategory(item)
/** Chosen as a board, or scored by lines without a chosen view. */
const isBoard = ({ item }: ObjectiveNode) =>
  item.view === 'board' ||
  (item.view === null && presetsOf(item).some(({ scoring_method }) => findMethod(scoring_method)?.takes.drawn_lines))

/**
 * Divides a branch into cards, sets and rows. A category with a child that is not a category is a set, and its content becomes
 * rows; a category of categories only passes its children on, and is a card if it pays itself. So a tree of any depth is shown
 * completely. An objective directly below the root is a branch of one.
 */
export function splitBranch(branch: ObjectiveNode, locked: readonly LockedObjective[], { isCards }: Arrangement): BranchParts {
  const parts = {
    cards: [] as ObjectiveNode[],
    sets: [] as ObjectiveNode[],
    rows: [] as ObjectiveNode[],
    boards: [] as ObjectiveNode[],
  }
  const isAlone = !hasParts(branch) && branch.children.length === 0
  const ids = new Set([branch.item.id])
  const waiting = isAlone || isBoard(branch) ? [branch] : [...branch.children]
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const { item, children } = node
    if (isBoard(node)) {
      parts.boards.push(node)
      // Its secrets have their places on the board.
      ids.delete(item.id)
      continue
    }
    ids.add(item.id)
    if (isCards || isAlone) parts.cards.push(node)
    else if (hasParts(node)) {
      const isContainer = children.length > 0 && children.every(hasParts)
      if (!isContainer) parts.sets.push(node)
      else {
        if (item.preset) parts.cards.push(node)
        waiting.unshift(...children)
      }
    } else if (children.length === 0 && item.required_number > 1) parts.cards.push(node)
    else parts.rows.push(node)
  }
  return {
    branch,
    ...parts,
    locked: locked.filter(({ parent_id }) => ids.has(parent_id)).toSorted((a, b) => a.opens_at - b.opens_at),
  }
}

import type { NumberField } from '@muster/contract/objectives'
import type { Definition, Node } from './definition.ts'

interface Figure {
  readonly node: Node
  readonly number: number
  readonly required: number
  readonly isDone: boolean
}

/**
 * How a player's figures, and those of a team of so many such players, do on every objective that counts players: first what is
 * completed, then what lacks least of what it asks for.
 */
export function listFigures({ by_id }: Definition, read: (field: NumberField) => number | null, players: number): Figure[] {
  const figures: Figure[] = []
  for (const node of by_id.values()) {
    const { objective_type, number_field, required_number: required } = node.item
    if (objective_type !== 'PLAYER' && objective_type !== 'TEAM') continue
    const own = number_field === '' ? null : read(number_field)
    if (own === null) continue
    const number = objective_type === 'TEAM' ? own * players : own
    figures.push({ node, number, required, isDone: number >= required })
  }
  const share = ({ number, required }: Figure) => Math.min(1, number / Math.max(1, required))
  return figures.sort((a, b) => Number(b.isDone) - Number(a.isDone) || share(b) - share(a))
}

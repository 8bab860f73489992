import type { NumberField } from '@muster/contract/objectives'
import type { DraftObjectiveInput } from '@muster/contract/workbench'
import { objectiveKinds } from '@muster/domain/objectives/kinds'
import type { Definition } from './definition.ts'

interface Figure {
  /** 0 for a new, unsaved one. */
  readonly id: number
  readonly name: string
  /** Open in the editor, and tried with the typed values. */
  readonly isDraft: boolean
  readonly number: number
  readonly required: number
  readonly isDone: boolean
}

type Counted = Pick<DraftObjectiveInput, 'name' | 'objective_type' | 'required_number' | 'players_from' | 'pieces_from'> & {
  number_field: NumberField | ''
}

/**
 * Results of a player's figures, and of a team of that many such players, for every objective that counts players: first the one
 * open in the editor, then completed ones, then the closest.
 */
export function listFigures(
  { by_id }: Pick<Definition, 'by_id'>,
  draft: DraftObjectiveInput | undefined,
  read: (field: NumberField, pieces_from?: number | null) => number | null,
  players: number,
): Figure[] {
  const figures: Figure[] = []
  const add = (
    id: number,
    { name, objective_type, number_field, required_number: required, players_from = null, pieces_from }: Counted,
    isDraft: boolean,
  ) => {
    const { number_of } = objectiveKinds[objective_type]
    if (number_of === null) return
    const own = number_field === '' ? null : read(number_field, pieces_from)
    if (own === null) return
    const each = players_from === null ? own : Number(own >= players_from)
    const number = number_of === 'team' ? each * players : own
    figures.push({ id, name, isDraft, number, required, isDone: number >= required })
  }
  const draft_id = draft?.id ?? 0
  if (draft) add(draft_id, draft, true)
  for (const { item } of by_id.values()) {
    const { objective_type } = item
    if (item.id !== draft_id && objective_type !== '') add(item.id, { ...item, objective_type }, false)
  }
  const share = ({ number, required }: Figure) => Math.min(1, number / Math.max(1, required))
  return figures.sort(
    (a, b) => Number(b.isDraft) - Number(a.isDraft) || Number(b.isDone) - Number(a.isDone) || share(b) - share(a),
  )
}

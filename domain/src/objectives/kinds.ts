import { type ObjectiveType, objectiveTypes } from '@muster/contract/objectives'

/** All differences between the kinds of objectives; other files read this row and do not compare names. */
export interface ObjectiveKindRow {
  /** For organisers. */
  readonly label: string
  /** The source of its progress. Only objectives that count items have conditions. */
  readonly counts: 'items' | 'characters' | 'submissions' | 'parts'
  /** The form in which players report a result. Null: they report none. */
  readonly reported_as: 'item_text' | 'number' | 'submission' | null
  /** Whose number counts: a single player's or the sum of a team's. Null: it does not count characters. */
  readonly number_of: 'player' | 'team' | null
}

export const objectiveKinds: Readonly<Record<ObjectiveType, ObjectiveKindRow>> = {
  ITEM: { label: 'Items', counts: 'items', reported_as: 'item_text', number_of: null },
  PLAYER: { label: 'A player’s number', counts: 'characters', reported_as: 'number', number_of: 'player' },
  TEAM: { label: 'The team’s number', counts: 'characters', reported_as: null, number_of: 'team' },
  SUBMISSION: { label: 'Submissions', counts: 'submissions', reported_as: 'submission', number_of: null },
  CATEGORY: { label: 'A category', counts: 'parts', reported_as: null, number_of: null },
}

type Typed = { readonly objective_type: string } | undefined

/** Null for a masked objective: its type is the empty text. */
export const findKind = (objective: Typed): ObjectiveKindRow | null =>
  objective && Object.hasOwn(objectiveKinds, objective.objective_type)
    ? objectiveKinds[objective.objective_type as ObjectiveType]
    : null

const counting = (source: ObjectiveKindRow['counts']) => (objective: Typed) => findKind(objective)?.counts === source
export const countsItems = counting('items')
export const countsCharacters = counting('characters')
export const takesSubmissions = counting('submissions')
export const isCategory = counting('parts')

/** The types of the kinds for which `holds` is true. */
export const listTypes = (holds: (objective: Typed) => boolean): ObjectiveType[] =>
  objectiveTypes.filter((objective_type) => holds({ objective_type }))

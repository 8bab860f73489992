/** The fields of an objective that name its scoring rules. */
export interface Paid<Id = number> {
  readonly scoring_preset_id: Id | null
  /** Absent: none. */
  readonly further_preset_ids?: readonly Id[] | undefined
}

/** The presets of an objective in their order, the first rule first. */
export function listPresetIds<Id>({ scoring_preset_id, further_preset_ids = [] }: Paid<Id>): readonly Id[] {
  return scoring_preset_id === null ? further_preset_ids : [scoring_preset_id, ...further_preset_ids]
}

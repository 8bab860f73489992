/** A measured figure; `note` gives its conditions in one sentence. */
export interface BenchResult {
  /** For a bench whose parts can run separately: each part has its own section, so that writing one keeps the others. */
  part?: string
  name: string
  value: number
  unit: string
  /** Goal, if there is one. */
  at_most?: number
  note?: string
}

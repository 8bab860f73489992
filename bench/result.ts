/** One measured figure; `note` says under which conditions, in one sentence. */
export interface BenchResult {
  /** Of a bench whose parts can be run alone: each has a section of its own, so that writing one leaves the others. */
  part?: string
  name: string
  value: number
  unit: string
  /** The goal, where the figure has one. */
  at_most?: number
  note?: string
}

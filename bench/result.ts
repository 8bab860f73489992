/** One measured figure; `note` says under which conditions, in one sentence. */
export interface BenchResult {
  name: string
  value: number
  unit: string
  note?: string
}

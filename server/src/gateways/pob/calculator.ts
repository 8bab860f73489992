/**
 * `refused`: this build cannot be calculated. `interrupted`: the program ended during the calculation, for an unknown reason.
 * `unavailable`: the calculator answers no requests.
 */
export type CalculatedBuild =
  | { readonly ok: true; readonly xml: string; readonly is_partial: boolean }
  | { readonly ok: false; readonly reason: 'refused' | 'interrupted' | 'unavailable'; readonly detail: string }

/** A Path of Building program that calculates builds of one game, as workers or as a service. */
export interface Calculator {
  /** Format of the input: the character in JSON as the game's API described it earlier, or Muster's export of the build. */
  readonly reads: 'character' | 'export'
  /** Name for organisers, used at the start of a sentence. */
  readonly name: string
  /** Maximum useful number of builds at the same time. */
  readonly concurrency: number
  /** Stored with every figure; after a change, builds are calculated again as they change. */
  readonly engine: string
  calculate(text: string, signal: AbortSignal): Promise<CalculatedBuild>
}

/**
 * `refused`: this build cannot be calculated. `interrupted`: the program ended in the middle of it, whoever's fault that is.
 * `unavailable`: nobody is answered.
 */
export type CalculatedBuild =
  | { readonly ok: true; readonly xml: string; readonly is_partial: boolean }
  | { readonly ok: false; readonly reason: 'refused' | 'interrupted' | 'unavailable'; readonly detail: string }

export const longestXml_bytes = 8 * 1024 * 1024

/** A Path of Building program that calculates builds of one game, whichever way it is reached. */
export interface Calculator {
  /** What it is sent: the character as the game's API described it earlier, in JSON, or the build as we export it. */
  readonly reads: 'character' | 'export'
  /** As organisers are told of it, at the beginning of a sentence. */
  readonly name: string
  /** How many builds at a time are worth asking for. */
  readonly concurrency: number
  /** Kept with every figure; another one means that all is calculated anew as it changes. */
  readonly engine: string
  calculate(text: string, signal: AbortSignal): Promise<CalculatedBuild>
}

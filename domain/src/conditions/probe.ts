import type { ItemField } from '@muster/contract/conditions'
import type { TextTest } from './pattern.ts'

/** A distinct question about a text of one field: does it contain this, does it match that. */
export interface Probe {
  readonly number: number
  readonly field: ItemField
  /** How a text of the field is shown. */
  readonly show: (raw: string) => string
  /** Takes the text as it is shown. */
  readonly test: TextTest
  /** A part that has to be contained, or a pattern. */
  readonly kind: 'contains' | 'pattern'
  readonly source: string
  /** Texts of which one occurs wherever the answer is yes, letters folded; null when nothing is known. */
  readonly needles: readonly string[] | null
}

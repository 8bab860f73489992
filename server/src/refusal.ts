import type { RefusalCode } from '@muster/contract/errors'

export interface FieldProblem {
  readonly field: string
  readonly problem: string
}

/**
 * An expected "no", from the closed list of the contract. Use cases throw it; `http/refusals.ts` turns it into the answer.
 * `sentence` replaces the sentence of the list if the reader needs more detail.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly sentence: string | undefined
  readonly problems: readonly FieldProblem[]
  constructor(code: RefusalCode, sentence?: string, problems: readonly FieldProblem[] = []) {
    super(sentence ?? code)
    this.code = code
    this.sentence = sentence
    this.problems = problems
  }
}

/** The refusal of one field of a request. */
export const refuseField = (field: string, problem: string): Refusal =>
  new Refusal('invalid_request', undefined, [{ field, problem }])

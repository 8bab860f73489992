import type { RefusalBody, RefusalCode } from '@muster/contract/errors'
import { t } from '../../lib/text/messages.ts'

type FieldProblems = NonNullable<RefusalBody['problems']>

/** A failed call, in readable words. `status` is 0 without an answer. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly status: number
  readonly code: RefusalCode | 'unreachable' | 'unknown'

  /** The server's errors, field by field. */
  readonly problems: FieldProblems

  constructor(status: number, code: Failure['code'], sentence: string, problems: FieldProblems = []) {
    super(sentence)
    this.status = status
    this.code = code
    this.problems = problems
  }
}

function readProblems(problems: unknown): FieldProblems {
  if (!Array.isArray(problems)) return []
  return problems.flatMap(({ field, problem }: Record<string, unknown>) =>
    typeof field === 'string' && typeof problem === 'string' ? [{ field, problem }] : [],
  )
}

async function readRefusal(answer: Response): Promise<Failure> {
  const text = await answer.text().catch(() => '')
  let body: { error?: unknown; code?: unknown; problems?: unknown } = {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) body = parsed
  } catch {
    // A proxy's page or an empty answer: the status line is used.
  }
  const sentence =
    typeof body.error === 'string' && body.error !== '' ? body.error : `HTTP ${answer.status}: ${answer.statusText}`
  const code = typeof body.code === 'string' ? (body.code as RefusalCode) : 'unknown'
  return new Failure(answer.status, code, sentence, readProblems(body.problems))
}

/** Turns an error of a call into a Failure; an abort stays unchanged. */
export async function explainFailure(thrown: unknown): Promise<unknown> {
  if (thrown instanceof Response) return await readRefusal(thrown)
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return thrown
  if (thrown instanceof TypeError) return new Failure(0, 'unreachable', t('failure.unreachable'))
  return thrown
}

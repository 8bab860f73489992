import type { RefusalBody, RefusalCode } from '@muster/contract/errors'
import { t } from '../../lib/text/messages.ts'

type FieldProblems = NonNullable<RefusalBody['problems']>

/** Why a call did not work, in words a person can read. `status` 0: no answer at all. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly status: number
  readonly code: RefusalCode | 'unreachable' | 'unknown'

  /** What the server objects to, field by field. */
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
    // A proxy's page or nothing: the status line has to do.
  }
  const sentence =
    typeof body.error === 'string' && body.error !== '' ? body.error : `HTTP ${answer.status}: ${answer.statusText}`
  const code = typeof body.code === 'string' ? (body.code as RefusalCode) : 'unknown'
  return new Failure(answer.status, code, sentence, readProblems(body.problems))
}

/** Turns whatever a call threw into a Failure; an aborted call stays what it is. */
export async function explainFailure(thrown: unknown): Promise<unknown> {
  if (thrown instanceof Response) return await readRefusal(thrown)
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return thrown
  if (thrown instanceof TypeError) return new Failure(0, 'unreachable', t('failure.unreachable'))
  return thrown
}

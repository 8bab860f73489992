import type { CallInput, Reply } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { readCallToken } from '../../lib/browser/session.ts'
import { t } from '../../lib/text/messages.ts'
import { callPlain } from './client.ts'
import { Failure } from './failure.ts'
import { queryClient } from './queries.ts'
import { staleReads, type WriteName } from './stale-reads.ts'

/** Refetches every read on the page that a write makes stale. */
export function renewAfter(name: WriteName): void {
  for (const read of staleReads[name]) void queryClient.invalidateQueries({ queryKey: [read] })
}

/**
 * A call that changes something on the server; rejects with a Failure. A refusal refetches the reads as well, because the page
 * was outdated.
 */
export async function callWrite<N extends WriteName>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<Reply<Endpoints[N]>> {
  try {
    return await callPlain(name, input, signal)
  } catch (failure) {
    // Without a token, the problem is not a missing right: the login has ended.
    if (failure instanceof Failure && failure.status === 403 && readCallToken() === undefined)
      throw new Failure(401, 'not_authenticated', t('session.ended'))
    throw failure
  } finally {
    renewAfter(name)
  }
}

/** A pending change, and its result. */
export interface Write<I> {
  readonly run: (input: I) => void
  readonly is_busy: boolean
  /** null unless it has failed */
  readonly failure: Failure | null
  /** The error of one field in the last attempt, as a sentence; undefined if there is none. */
  readonly problemOf: (field: string) => string | undefined
  /** Clears the last attempt. */
  readonly reset: () => void
}

/** For a dialog that only asks, while its caller sends. */
export const noWrite: Write<never> = {
  run: () => undefined,
  is_busy: false,
  failure: null,
  problemOf: () => undefined,
  reset: () => undefined,
}

// Anything other than a failed call is a bug; it is reported and shown too.
const readFailure = (problem: Error) => (problem instanceof Failure ? problem : new Failure(0, 'unknown', t('failure.ours')))

interface WriteOptions<I, R> {
  /** Called even if the component is gone by then. */
  onDone?: (reply: R, input: I) => void
  onFailed?: (failure: Failure) => void
  fields?: Readonly<Record<string, string>>
  /** Changes with the same name are sent one after the other. */
  oneAtATime?: string
}

/**
 * Sends a change. The form keeps its input until `onDone`; errors can be shown beside its fields.
 * @param fields error codes about one field: `{ partner_not_found: 'partner_account_name' }`.
 */
export function useWrite<I, R>(
  write: (input: I) => Promise<R>,
  { onDone, onFailed, fields = {}, oneAtATime }: WriteOptions<I, R> = {},
): Write<I> {
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: write,
    ...(oneAtATime !== undefined && { scope: { id: oneAtATime } }),
    onSuccess: onDone,
    onError: (problem) => onFailed?.(readFailure(problem)),
  })
  const failure = error === null ? null : readFailure(error)
  const problemOf = (field: string) => {
    if (failure === null) return undefined
    if (fields[failure.code] === field) return failure.message
    const found = failure.problems.find((each) => each.field === field)
    return found && t('field.problem', { problem: found.problem })
  }
  return { run: mutate, is_busy: isPending, failure, problemOf, reset }
}

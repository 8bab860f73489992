import type { CallInput, Reply } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { t } from '../../lib/text/messages.ts'
import { callPlain } from './client.ts'
import { Failure } from './failure.ts'
import { queryClient } from './queries.ts'
import { staleReads, type WriteName } from './stale-reads.ts'

/** Asks again for every read on the page that a write makes stale. */
export function renewAfter(name: WriteName): void {
  for (const read of staleReads[name]) void queryClient.invalidateQueries({ queryKey: [read] })
}

/**
 * A call that changes something on the server; rejects with a Failure. A refusal renews the reads as well: the page has shown something
 * that is no longer true.
 */
export async function callWrite<N extends WriteName>(
  name: N,
  input: CallInput<Endpoints[N]>,
  signal?: AbortSignal,
): Promise<Reply<Endpoints[N]>> {
  try {
    return await callPlain(name, input, signal)
  } finally {
    renewAfter(name)
  }
}

/** A change on its way to the server, and what came of it. */
export interface Write<I> {
  readonly run: (input: I) => void
  readonly is_busy: boolean
  /** Null while nothing went wrong. */
  readonly failure: Failure | null
  /** What is wrong with one field of the last attempt, as a sentence; undefined when nothing is. */
  readonly problemOf: (field: string) => string | undefined
  /** Forgets the last attempt. */
  readonly reset: () => void
}

/** Where a dialog only asks, and somebody else sends. */
export const noWrite: Write<never> = {
  run: () => undefined,
  is_busy: false,
  failure: null,
  problemOf: () => undefined,
  reset: () => undefined,
}

/**
 * Sends a change. What was typed stays with the form until `onDone`; a refusal is there to be shown beside its fields.
 * @param fields codes of refusals that are about one field: `{ partner_not_found: 'partner_account_name' }`.
 */
export function useWrite<I, R>(
  write: (input: I) => Promise<R>,
  { onDone, fields = {} }: { onDone?: (reply: R, input: I) => void; fields?: Readonly<Record<string, string>> } = {},
): Write<I> {
  const { mutate, error, isPending, reset } = useMutation({ mutationFn: write, onSuccess: onDone })
  // What is no failed call is our own fault; it is reported and shown all the same.
  const failure = error === null ? null : error instanceof Failure ? error : new Failure(0, 'unknown', t('failure.ours'))
  const problemOf = (field: string) => {
    if (failure === null) return undefined
    if (fields[failure.code] === field) return failure.message
    const found = failure.problems.find((each) => each.field === field)
    return found && t('field.problem', { problem: found.problem })
  }
  return { run: mutate, is_busy: isPending, failure, problemOf, reset }
}

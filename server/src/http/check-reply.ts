import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@muster/contract/endpoint'
import { z } from 'zod'

/** A reply that its schema would change has a field that must not be sent, or lacks a promised one. */
export function checkReply(name: string, endpoint: Endpoint, reply: unknown): void {
  if (!endpoint.reply) return
  const sent: unknown = JSON.parse(JSON.stringify(reply))
  const parsed = endpoint.reply.safeParse(sent)
  if (!parsed.success) throw new Error(`the answer of ${name} breaks its contract: ${z.prettifyError(parsed.error)}`)
  if (!isDeepStrictEqual(parsed.data, sent)) throw new Error(`${name} answers with fields that are not in its contract`)
}

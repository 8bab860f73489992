import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@muster/contract/endpoint'
import { z } from 'zod'

/** A reply that its schema would change carries something that must not leave the house, or lacks something promised. */
export function checkReply(name: string, endpoint: Endpoint, reply: unknown): void {
  if (!endpoint.reply) return
  const sent: unknown = JSON.parse(JSON.stringify(reply))
  const parsed = endpoint.reply.safeParse(sent)
  if (!parsed.success) throw new Error(`${name} answers against its contract: ${z.prettifyError(parsed.error)}`)
  if (!isDeepStrictEqual(parsed.data, sent)) throw new Error(`${name} answers with fields that its contract does not have`)
}

import { type RefusalBody, type RefusalCode, refusals } from '@muster/contract/errors'
import pg from 'pg'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../db/away.ts'
import { EventGone } from '../db/event-gone.ts'
import { Refusal } from '../refusal.ts'

export const bodyOf = (refusal: Refusal): RefusalBody => ({
  error: refusal.sentence ?? refusals[refusal.code].sentence,
  code: refusal.code,
  ...(refusal.problems.length > 0 && { problems: refusal.problems.map((problem) => ({ ...problem })) }),
})

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply.code(refusals[refusal.code].status).header('cache-control', 'no-store').send(bodyOf(refusal))
}

/** Refusals by the framework, before our code runs. */
const frameworkRefusals: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'invalid_request',
  // Occurs only for methods without any call.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'route_not_found',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
}

/** Whether the framework blames the request with a code outside the table. */
const isComplaint = ({ code, statusCode = 500 }: FastifyError): boolean =>
  typeof code === 'string' && code.startsWith('FST_') && statusCode >= 400 && statusCode < 500

/** Whether the call failed because its event was deleted a moment ago, after the call had found it. */
const isEventGone = (error: unknown): boolean =>
  error instanceof EventGone ||
  (error instanceof pg.DatabaseError && error.code === '23503' && error.constraint?.endsWith('_event_id_fkey') === true)

/** Turns any error into an answer: a refusal as it is, everything else as 500 without its text. */
export function answerError(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refusal) return sendRefusal(reply, error)
  if (isEventGone(error)) return sendRefusal(reply, new Refusal('event_not_found'))
  const code = frameworkRefusals[error.code] ?? (isComplaint(error) ? 'invalid_request' : undefined)
  // A client whose connection is closed during its upload never reads the reason. The rest is read and dropped, until a timeout.
  if (code === 'payload_too_large') void reply.removeHeader('connection')
  if (code) return sendRefusal(reply, new Refusal(code))
  if (error === request.raw.errored) {
    request.log.debug({ method: request.method, url: request.url }, 'the client disconnected before the whole request arrived')
    return sendRefusal(reply, new Refusal('invalid_request'))
  }
  request.log.error({ err: error, method: request.method, url: request.url }, 'a call failed')
  return sendRefusal(reply, new Refusal(isDatabaseAway(error) ? 'unavailable' : 'internal'))
}

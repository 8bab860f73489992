/** How a web site of a provider serves its addresses: time first, then the handler, then faults, then the log. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { damageAnswer } from '../faults/damage.ts'
import type { FaultProvider } from '../faults/faults.ts'
import { findStranger, readBearer } from '../providers/oauth/bearer.ts'
import type { Simulation } from '../simulation.ts'
import { type Answer, answerHtml, countBytes, sendAnswer } from './answer.ts'
import { readForm, readQueryTexts } from './forms.ts'

export interface Place {
  provider: Exclude<FaultProvider, 'calculator'>
  prefix: string
  /** Whether a bearer must not be sent to this address. */
  isForeign?: (request: FastifyRequest) => boolean
  /** A failure in this provider's own format. */
  renderFailure: (status: 429 | 500) => Answer
}

/** A handler's view of a request, with additions for the log. */
export interface Visit {
  now: number
  complaints: string[]
  /** Owner of the token, once known. */
  account: string | null
  client: string | null
  policy: string | null
}

export type Handle = (request: FastifyRequest, visit: Visit) => Answer

/** Refused before the handler: a request over the limit has no effect. */
const isRefusal = (effect: string) => effect === 'api.429'

/** In seconds; the body is more exact if it contains them. */
const readWait = ({ body, headers }: Answer) =>
  Number(/"retry_after":([\d.]+)/.exec(body?.toString() ?? '')?.[1] ?? headers?.['retry-after'] ?? 0)

/** The answer does not arrive, or is unreadable. */
const isLost = (effect: string) => /^(?:net\.(?:reset|hang|truncate)|api\.50\d|shape\.|auth\.refresh_lost)/.test(effect)

/**
 * The handler runs even if the answer is lost afterwards: a token request whose answer never arrives has still used up the
 * refresh token, as with a real provider.
 */
export const createServe =
  (simulation: Simulation, { provider, prefix, isForeign, renderFailure }: Place) =>
  (route: string, handle: Handle) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const now = simulation.catchUp()
    const form = readForm(request)
    const client = form?.['client_id'] ?? readQueryTexts(request)['client_id'] ?? null
    const visit: Visit = { now, complaints: [], account: null, client, policy: null }
    const bearer = readBearer(request)
    const whom = `${provider}${route} ${bearer || client}`
    const own = provider === 'web' || provider === 'api' ? 'game' : provider
    visit.complaints.push(
      ...(isForeign?.(request) ? ['bearer on the web host'] : []),
      ...findStranger(simulation, bearer, own, provider, now),
      ...simulation.conduct.checkWait(whom, now),
    )
    const strike = (isMeant: (effect: string) => boolean) =>
      simulation.faults.strike(
        { provider, route, address: request.url, account: visit.account, client: visit.client },
        now,
        isMeant,
      )
    const refusals = strike(isRefusal)
    let answer = refusals.length > 0 ? renderFailure(429) : handle(request, visit)
    const faults = [...refusals, ...strike((effect) => !isRefusal(effect))]
    const has = (effect: string) => faults.some((fault) => fault.effect === effect)
    if (has('api.503')) answer = answerHtml(503, '<h1>503 Service Temporarily Unavailable</h1><hr>openresty')
    else if (has('api.500')) answer = renderFailure(500)
    else answer = damageAnswer(answer, faults)
    const wait_seconds = answer.status === 429 ? readWait(answer) : 0
    if (wait_seconds > 0) simulation.conduct.tellToWait(whom, now, now + wait_seconds * 1000)
    const used = form?.['refresh_token'] ?? form?.['code']
    if (used !== undefined && faults.some(({ effect }) => isLost(effect))) simulation.conduct.excuse(used)
    const { account, policy, complaints } = visit
    simulation.requests.add({
      t: now,
      method: request.method,
      path: `${prefix}${route}`,
      status: answer.status,
      bytes: countBytes(answer),
      account,
      client: visit.client,
      policy,
      complaints,
      faults: faults.map((fault) => fault.id),
    })
    await sendAnswer(request, reply, answer, now, faults, simulation.switches.compresses)
  }

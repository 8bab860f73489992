/** Whose a bearer is, wherever it was sent. */
import type { FastifyRequest } from 'fastify'
import type { FaultProvider } from '../../faults/faults.ts'
import type { Simulation } from '../../simulation.ts'
import { type SiteName, siteNames } from './authority.ts'

export const readBearer = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** What is wrong with a bearer that its receiver does not know: another provider issued it. */
export const findStranger = (
  { authorities }: Simulation,
  bearer: string,
  own: SiteName,
  sent_to: FaultProvider,
  now: number,
): string[] =>
  siteNames
    .filter((site) => site !== own && bearer !== '' && authorities[site].grants.findEither(bearer, now))
    .map((site) => `bearer of ${site} sent to ${sent_to}`)

/** The issuer of a bearer, at any provider. */
import type { FastifyRequest } from 'fastify'
import type { FaultProvider } from '../../faults/faults.ts'
import type { Simulation } from '../../simulation.ts'
import { type SiteName, siteNames } from './authority.ts'

export const readBearer = (request: FastifyRequest): string =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''

/** The complaint about a bearer unknown to its receiver: another provider issued it. */
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

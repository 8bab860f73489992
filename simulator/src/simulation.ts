/** What the providers share: the world and everything around it that answers requests. */
import type { Clock } from './clock.ts'
import type { Conduct } from './edge/conduct.ts'
import type { RequestLog } from './edge/requests.ts'
import type { Faults } from './faults/faults.ts'
import type { InvalidRequests } from './limits/invalid-requests.ts'
import type { Limiter } from './limits/limiter.ts'
import type { Buckets } from './limits/buckets.ts'
import type { Switches } from './options.ts'
import type { Authority, SiteName } from './providers/oauth/authority.ts'
import type { Scripts } from './scripts/script-runner.ts'
import type { StreamView } from './views/stream-view.ts'
import type { Identities } from './world/identities.ts'
import type { World } from './world/world.ts'

export interface Simulation {
  seed: number
  clock: Clock
  realNow: () => number
  world: World
  /** Who the players are at Discord and Twitch. */
  identities: Identities
  authorities: Readonly<Record<SiteName, Authority>>
  switches: Switches
  limiter: Limiter
  /** What Discord and Twitch count. */
  buckets: Buckets
  invalid_requests: InvalidRequests
  faults: Faults
  requests: RequestLog
  conduct: Conduct
  scripts: Scripts
  stream_view: StreamView
  /** Lets the world catch up with the clock; returns the virtual time. Every request begins with it. */
  catchUp: () => number
  /** The time that rate limits count in. */
  limitsNow: () => number
}

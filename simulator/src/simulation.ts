/** State shared by the providers: the world and the services that answer requests. */
import type { Clock } from './clock.ts'
import type { Conduct } from './edge/conduct.ts'
import type { RequestLog } from './edge/requests.ts'
import type { Faults } from './faults/faults.ts'
import type { InvalidRequests } from './limits/invalid-requests.ts'
import type { Limiter } from './limits/limiter.ts'
import type { Buckets } from './limits/buckets.ts'
import type { Switches } from './options.ts'
import type { Channels } from './providers/discord-channels.ts'
import type { Guild } from './providers/discord-guild.ts'
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
  /** The players' Discord and Twitch accounts. */
  identities: Identities
  authorities: Readonly<Record<SiteName, Authority>>
  switches: Switches
  limiter: Limiter
  /** Rate limit counters of Discord and Twitch. */
  buckets: Buckets
  /** Discord's channels. */
  channels: Channels
  /** Discord's server with the bot. */
  guild: Guild
  invalid_requests: InvalidRequests
  faults: Faults
  requests: RequestLog
  conduct: Conduct
  scripts: Scripts
  stream_view: StreamView
  /** Advances the world to the time of the clock. Called at the start of every request. @returns the virtual time */
  catchUp: () => number
  /** Current time for rate limits. */
  limitsNow: () => number
}

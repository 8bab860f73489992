import type { GameVersion } from '@muster/contract/events'
import { namedRealmOf } from '@muster/contract/game-api'
import type { ClientSettings } from '../code-flow.ts'

export interface GameSettings extends ClientSettings {
  readonly web_url: string
  readonly api_url: string
  readonly contact: string
  /** Real time allowed for a complete answer. */
  readonly timeout_ms: number
}

/** The subject of requests in rate limits per address. */
export const ip = 'us'

/** Name of a group of addresses with shared rate limits, per realm: the game counts each realm separately. */
export const nameEndpoint = (endpoint: string, game_version: GameVersion) => {
  const realm = namedRealmOf(game_version)
  return realm ? `${endpoint}-${realm}` : endpoint
}

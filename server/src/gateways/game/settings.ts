import type { GameVersion } from '@muster/contract/events'
import { realmOf } from '@muster/contract/game-api'
import type { ClientSettings } from '../code-flow.ts'

export interface GameSettings extends ClientSettings {
  readonly web_url: string
  readonly api_url: string
  readonly contact: string
  /** Real time that the provider has for a whole answer. */
  readonly timeout_ms: number
}

/** Whom we count as where limits are of an address. */
export const ip = 'us'

/** What shares limits, by realm: the game counts the same question in another realm by itself. */
export const nameEndpoint = (endpoint: string, game_version: GameVersion) =>
  realmOf(game_version) === 'pc' ? endpoint : `${endpoint}-${realmOf(game_version)}`

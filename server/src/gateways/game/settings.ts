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

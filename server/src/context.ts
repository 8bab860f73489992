import type { Logger } from 'pino'
import type { Caches } from './caches.ts'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import type { Replica } from './db/replica.ts'
import type { FeedHub } from './feeds.ts'
import type { TokenVault } from './features/login/token-vault.ts'
import type { DiscordBot } from './gateways/discord/bot.ts'
import type { GameGateway } from './gateways/game/gateway.ts'
import type { LoginGateway } from './gateways/outside.ts'
import type { TwitchGateway } from './gateways/twitch/gateway.ts'
import type { Clock } from './clock.ts'

/** Dependencies of every part of the server: built once in main and passed down; there are no globals. */
export interface Context {
  readonly config: Config
  readonly db: Db
  /** Absent if this process has none: `db` answers every read. `http/send-cached.ts` lists the calls it answers. */
  readonly replica?: Replica
  readonly clock: Clock
  readonly log: Logger
  readonly caches: Caches
  readonly vault: TokenVault
  /** These three are null if this server has no client registered with the provider. */
  readonly game: GameGateway | null
  readonly discord: LoginGateway | null
  readonly twitch: TwitchGateway | null
  /** Absent or null without a bot token. */
  readonly discord_bot?: DiscordBot | null
  /** Absent if this process serves no feeds. */
  readonly feeds?: Pick<FeedHub, 'behindSince'>
}

/** The context of work that sends requests to the game. */
export type GameContext = Context & { readonly game: GameGateway }

export const hasGame = (ctx: Context): ctx is GameContext => ctx.game !== null

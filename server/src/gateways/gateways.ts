import type { Config } from '../config.ts'
import type { Clock } from '../clock.ts'
import { createDiscordBot, type DiscordBot } from './discord/bot.ts'
import { createDiscordClient } from './discord/client.ts'
import { createGameClient } from './game/client.ts'
import type { GameGateway } from './game/gateway.ts'
import type { LimitJournal } from './game/limit-journal.ts'
import type { LoginGateway, OnCleaned } from './outside.ts'
import { createTwitchClient } from './twitch/client.ts'
import type { TwitchGateway } from './twitch/gateway.ts'

/** The gateways to external services; null if not set up. */
export interface Gateways {
  readonly game: GameGateway | null
  readonly discord: LoginGateway | null
  readonly twitch: TwitchGateway | null
  readonly discord_bot?: DiscordBot | null
}

/** @param journal see `createGameClient`. */
export function createGateways(
  config: Pick<Config, 'game' | 'discord' | 'twitch' | 'discord_bot'>,
  clock: Clock,
  journal?: LimitJournal,
  onCleaned?: OnCleaned,
): Gateways {
  return {
    game: config.game && createGameClient(config.game, clock, journal, onCleaned),
    discord: config.discord && createDiscordClient(config.discord, clock, onCleaned),
    discord_bot: config.discord_bot && createDiscordBot(config.discord_bot, clock, onCleaned),
    twitch: config.twitch && createTwitchClient(config.twitch, clock, onCleaned),
  }
}

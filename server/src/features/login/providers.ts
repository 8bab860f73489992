import { type Provider, providers } from '@muster/contract/auth'
import type { Context } from '../../context.ts'
import type { LoginGateway } from '../../gateways/outside.ts'
import { Refusal } from '../../refusal.ts'

const names: Readonly<Record<Provider, string>> = { poe: 'the game', discord: 'Discord', twitch: 'Twitch' }

/** The gateway to a provider; null if this server is not registered with it. */
export const gatewayOf = ({ game, discord, twitch }: Context, provider: Provider): LoginGateway | null =>
  ({ poe: game, discord, twitch })[provider]

/** The providers that this server is registered with. */
export const listProviders = (ctx: Context): Provider[] => providers.filter((provider) => gatewayOf(ctx, provider) !== null)

/**
 * The provider in a path.
 * @throws Refusal provider_not_found, also if this server is not registered with it
 */
export function readProvider(ctx: Context, text: string): Provider {
  const provider = providers.find((one) => one === text)
  if (provider === undefined) throw new Refusal('provider_not_found')
  findLoginGateway(ctx, provider)
  return provider
}

/**
 * The gateway to a provider.
 * @throws Refusal provider_not_found if this server is not registered with it
 */
export function findLoginGateway(ctx: Context, provider: Provider): LoginGateway {
  const gateway = gatewayOf(ctx, provider)
  if (!gateway) throw new Refusal('provider_not_found', `Logging in with ${names[provider]} is not set up on this server`)
  return gateway
}

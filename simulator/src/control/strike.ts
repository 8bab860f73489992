/** Faults that act once, when they are set. */
import { z } from 'zod'
import type { FaultMatch, StrikeNow } from '../faults/faults.ts'
import { policies, policyIn } from '../limits/policies.ts'
import type { Simulation } from '../simulation.ts'
import type { Account } from '../world/model.ts'
import { ForeignUse } from './commands.ts'

/** An invalid command; the message names the problem. */
export class BadCommand extends Error {}

/** @throws BadCommand with the problem of each field */
export const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (!result.success) throw new BadCommand(z.prettifyError(result.error))
  return result.data
}

/** @throws BadCommand if the target is unknown */
export const createStriker = (
  simulation: Pick<Simulation, 'authorities' | 'clock' | 'world' | 'limiter' | 'limitsNow'>,
): StrikeNow => {
  const { authorities, clock, world } = simulation
  const findTarget = (name: string | undefined): Account | null => {
    const account = name === undefined ? null : world.findAccount(name)
    if (name !== undefined && !account) throw new BadCommand(`unknown account: ${name}`)
    return account
  }

  /** Valid tokens of one player, or of all, at the targeted provider; the game by default. */
  const listTokens = ({ provider }: FaultMatch, account: Account | null) => {
    const authority = authorities[provider === 'discord' || provider === 'twitch' ? provider : 'game']
    const person = account && authority.findPerson(account.name)
    if (account && !person) throw new BadCommand(`${account.name} has no account there`)
    const live = authority.grants.liveTokens(clock.now())
    return { grants: authority.grants, hit: live.filter((token) => !person || token.account_uuid === person.id) }
  }

  return (effect, match, parameters) => {
    const account = findTarget(match.account)
    switch (effect) {
      case 'auth.expire_now': {
        const { grants, hit } = listTokens(match, account)
        const expired = hit.filter((token) => token.kind === 'access')
        for (const token of expired) grants.kill(token.token)
        return { tokens: expired.length }
      }
      case 'auth.revoke_user': {
        const { grants, hit } = listTokens(match, account)
        const people = hit.filter((token) => token.account_uuid !== null)
        for (const token of people) grants.withdraw(token.client_id, token.account_uuid ?? '')
        return { tokens: people.length }
      }
      case 'auth.app_token_lost': {
        const { grants, hit } = listTokens(match, null)
        const lost = hit.filter((token) => token.account_uuid === null)
        for (const token of lost) grants.kill(token.token)
        return { tokens: lost.length }
      }
      case 'api.foreign_use': {
        if (!account) throw new BadCommand('match.account: name the account whose limits are used up')
        const { policy, realm, count } = parse(ForeignUse, parameters)
        const used = policyIn(realm, policies[policy])
        simulation.limiter.burn(used, account.uuid, simulation.limitsNow(), count)
        return { policy: used.name, count }
      }
    }
  }
}

/**
 * A player's evenings in the second game: sessions, zones, wearing found items. It has random streams of its own, so that the
 * first game does not depend on the second.
 */
import { findSomething } from '../../items/second-game/finds.ts'
import { createDraws } from '../../prng.ts'
import { FLUSH_MS, type LifeContext } from '../life.ts'
import type { Account } from '../model.ts'
import { die, gainExperience, type Milestone } from '../progress.ts'
import { createSecondCharacter, passTrial, recordOfSecond } from './character.ts'
import { growSkills, useFind } from './gear.ts'
import type { SecondGameCharacter } from './model.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface SecondLifeContext
  extends Pick<LifeContext, 'seed' | 'start_ms' | 'league' | 'items_per_hour' | 'schedule' | 'log'> {
  isNameTaken: (name: string) => boolean
  /** Current or future name of the account's character in the first game. */
  namesakeOf: (account: Account) => string
  /** Called when the servers have saved a character. */
  onWritten: (account: Account, character: SecondGameCharacter) => void
}

export const writeSecond = (context: SecondLifeContext, account: Account, character: SecondGameCharacter, at: number): void => {
  character.record = recordOfSecond(character, at)
  context.onWritten(account, character)
}

export const logSecondMilestones = (
  context: SecondLifeContext,
  account: Account,
  character: SecondGameCharacter,
  reached: readonly Milestone[],
): void => {
  for (const { kind, value } of reached) context.log(kind, account, character.id, { value, name: character.name, realm: 'poe2' })
  if (reached.some(({ kind }) => kind === 'level')) growSkills(character)
}

/** The character in the league. Created, together with an older one elsewhere, if the account has never played this game. */
export const ensureSecondCharacter = (context: SecondLifeContext, account: Account, at: number): SecondGameCharacter => {
  const found = account.second_game[0]
  if (found) return found
  const draws = createDraws(context.seed, `account/${account.ordinal}/second/past`)
  // every third player uses the same character name in both games
  const namesake = account.ordinal % 3 === 0 ? context.namesakeOf(account) : undefined
  const base = { seed: context.seed, account_ordinal: account.ordinal, at, isTaken: context.isNameTaken }
  const character = createSecondCharacter({ ...base, ordinal: 0, league: context.league, level: 1, namesake })
  account.second_game.push(character)
  account.second_game.push(createSecondCharacter({ ...base, ordinal: 1, league: 'Standard', level: draws.between(50, 90) }))
  context.log('character', account, character.id, { name: character.name, class: character.base_class.name, realm: 'poe2' })
  context.onWritten(account, character)
  return character
}

/** Schedules the first login; each event then schedules the next. */
export const startSecondLife = (context: SecondLifeContext, account: Account): void => {
  const { personality } = account
  const draws = createDraws(context.seed, `account/${account.ordinal}/second/life`)
  const firstLogin = context.start_ms + (draws.chance(0.85) ? draws.int(8 * MINUTE) : draws.int(3 * HOUR))
  let played_today = 0
  let sessionEnds = 0
  let accruedAt = 0

  const current = (at: number) => ensureSecondCharacter(context, account, at)

  const login = (at: number) => {
    current(at)
    context.log('login', account, account.uuid, { realm: 'poe2' })
    sessionEnds = at + Math.floor((1 + draws.float() * 3) * HOUR)
    enterZone(at)
  }

  const logout = (at: number) => {
    writeSecond(context, account, current(at), at)
    context.log('logout', account, account.uuid, { realm: 'poe2' })
    if (played_today < personality.hours_per_day * HOUR) {
      context.schedule.add(at + Math.floor((0.2 + draws.float() * 1.1) * HOUR), login)
      return
    }
    played_today = 0
    const wake = firstLogin + Math.ceil((at + 4 * HOUR - firstLogin) / DAY) * DAY
    context.schedule.add(wake + draws.int(HOUR), login)
  }

  const enterZone = (at: number) => {
    accruedAt = at
    writeSecond(context, account, current(at), at)
    playOn(at, at + draws.between(2 * MINUTE, 8 * MINUTE), at)
  }

  /** Until the next save or the end of the zone, whichever comes first. */
  const playOn = (at: number, zoneEnds: number, enteredAt: number) => {
    context.schedule.add(Math.min(at + FLUSH_MS, zoneEnds), (now) => {
      const character = current(now)
      const hours = (now - accruedAt) / HOUR
      accruedAt = now
      logSecondMilestones(context, account, character, gainExperience(character, hours, personality.skill))
      writeSecond(context, account, character, now)
      if (now < zoneEnds) playOn(now, zoneEnds, enteredAt)
      else leaveZone(now, (now - enteredAt) / HOUR)
    })
  }

  const leaveZone = (at: number, hours: number) => {
    const character = current(at)
    played_today += hours * HOUR
    const dies = draws.chance(personality.risk * hours * (0.3 + character.level / 70))
    logSecondMilestones(context, account, character, [...(dies ? [die(character)] : []), ...passTrial(character, draws)])
    const expected = hours * context.items_per_hour
    for (let left = Math.floor(expected) + (draws.chance(expected % 1) ? 1 : 0); left > 0; left--) {
      const { what, item } = useFind(character, findSomething(draws, character.level), draws)
      context.log(what, account, item.id, { family: item.family, base: item.base_type, name: item.name, realm: 'poe2' })
    }
    const isTired = at >= sessionEnds
    context.schedule.add(at + draws.between(10_000, 60_000), (now) => (isTired ? logout(now) : enterZone(now)))
  }

  context.schedule.add(firstLogin, login)
}

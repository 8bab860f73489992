/** A player's days: sessions, zones of two to eight minutes, visits in town. Each account has one pending event at any time. */
import { dropItem } from '../items/families.ts'
import type { WorldItem } from '../items/item.ts'
import { createDraws } from '../prng.ts'
import { createCharacter, recordOf } from './accounts.ts'
import type { JournalEntry } from './journal.ts'
import type { Account, Character } from './model.ts'
import { gainExperience, type Milestone, passMilestones } from './progress.ts'
import type { Schedule } from './schedule.ts'
import { type StashWriter, visitOldLeague, visitStash } from './stash-actions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Maximum interval at which the servers save a character. */
export const FLUSH_MS = 2 * MINUTE

export interface LifeContext extends StashWriter {
  seed: number
  start_ms: number
  league: string
  drop_boost: number
  items_per_hour: number
  schedule: Schedule
  isNameTaken: (name: string) => boolean
  /** Called when the servers have saved a character. */
  onWritten: (account: Account, character: Character) => void
  /** Called when a player has found an item. */
  onFound: (account: Account, item: WorldItem, at: number) => void
  /** Visits the guild stash after the player's own. */
  visitGuild: (account: Account) => void
  /** Adds a journal entry for an event outside the world. */
  record: (kind: string, actor: string, subject: string, data?: JournalEntry['data']) => void
}

/** Saves the character, as the servers do at zone changes, at logout, and every two minutes. */
export const writeCharacter = (context: LifeContext, account: Account, character: Character, at: number): void => {
  character.record = recordOf(character, at)
  context.onWritten(account, character)
}

export const logMilestones = (
  context: StashWriter,
  account: Account,
  character: Character,
  reached: readonly Milestone[],
): void => {
  for (const { kind, value } of reached) context.log(kind, account, character.id, { value, name: character.name })
}

/**
 * The account's character in the event league. Created, together with an older one elsewhere, if the account has never played.
 */
export const ensureCharacter = (context: LifeContext, account: Account, at: number): Character => {
  const found = account.characters[0]
  if (found) return found
  const base = { seed: context.seed, account_ordinal: account.ordinal, at, isTaken: context.isNameTaken }
  const character = createCharacter({ ...base, ordinal: 0, league: context.league, level: 1 })
  const pastLevel = createDraws(context.seed, `account/${account.ordinal}/past`).between(60, 92)
  account.characters.push(character)
  account.characters.push(createCharacter({ ...base, ordinal: 1, league: 'Standard', level: pastLevel }))
  context.log('character', account, character.id, { name: character.name, class: character.base_class.name })
  return character
}

/** Schedules the first login; each event then schedules the next. */
export const startLife = (context: LifeContext, account: Account): void => {
  const { draws, personality } = account
  const isEarly = draws.chance(0.85)
  const firstLogin = context.start_ms + (isEarly ? draws.int(8 * MINUTE) : draws.int(3 * HOUR))
  let played_today = 0
  let visits = 0
  let sessionEnds = 0
  let accruedAt = 0

  const current = (at: number): Character => ensureCharacter(context, account, at)

  const login = (at: number) => {
    account.online = true
    current(at)
    context.log('login', account, account.uuid)
    if (draws.chance(0.15)) visitOldLeague(context, account, context.seed, visits++)
    sessionEnds = at + Math.floor((1 + draws.float() * 3) * HOUR)
    enterZone(at)
  }

  const logout = (at: number) => {
    account.online = false
    writeCharacter(context, account, current(at), at)
    context.log('logout', account, account.uuid)
    const budget = personality.hours_per_day * HOUR
    if (played_today < budget) {
      context.schedule.add(at + Math.floor((0.2 + draws.float() * 1.1) * HOUR), login)
      return
    }
    played_today = 0
    const wake = firstLogin + Math.ceil((at + 4 * HOUR - firstLogin) / DAY) * DAY
    context.schedule.add(wake + draws.int(HOUR), login)
  }

  const enterZone = (at: number) => {
    accruedAt = at
    writeCharacter(context, account, current(at), at)
    playOn(at, at + draws.between(2 * MINUTE, 8 * MINUTE), at)
  }

  /** Until the next save or the end of the zone, whichever comes first. */
  const playOn = (at: number, zoneEnds: number, enteredAt: number) => {
    context.schedule.add(Math.min(at + FLUSH_MS, zoneEnds), (now) => {
      const character = current(now)
      const hours = (now - accruedAt) / HOUR
      accruedAt = now
      logMilestones(context, account, character, gainExperience(character, hours, personality.skill))
      writeCharacter(context, account, character, now)
      if (now < zoneEnds) playOn(now, zoneEnds, enteredAt)
      else leaveZone(now, (now - enteredAt) / HOUR)
    })
  }

  const leaveZone = (at: number, hours: number) => {
    const character = current(at)
    played_today += hours * HOUR
    logMilestones(context, account, character, passMilestones(account, character, draws, hours))
    const expected = hours * context.items_per_hour
    const count = Math.floor(expected) + (draws.chance(expected % 1) ? 1 : 0)
    for (let dropped = 0; dropped < count; dropped++) {
      const item = dropItem(draws, character.level, context.drop_boost)
      account.carried.push(item)
      context.onFound(account, item, at)
      context.log('drop', account, item.id, { family: item.family, base: item.base_type, name: item.name })
    }
    const isTired = at >= sessionEnds
    if (!isTired && account.carried.length < 4 && draws.chance(0.4)) return enterZone(at)
    context.schedule.add(at + draws.between(20_000, 90_000), (now) => {
      visitStash(context, account)
      context.visitGuild(account)
      if (isTired) logout(now)
      else enterZone(now)
    })
  }

  context.schedule.add(firstLogin, login)
}

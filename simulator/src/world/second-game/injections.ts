/** Events from outside in the second game. */
import { makeOrderedOfSecond } from '../../items/order.ts'
import type { Draws } from '../../prng.ts'
import type { EventOutcome, GameRealm, WorldEvent } from '../events.ts'
import type { Account } from '../model.ts'
import { setLevel } from '../progress.ts'
import type { World } from '../world.ts'
import { keep, putOn, socketRune, takeOff } from './gear.ts'
import { ensureSecondCharacter, logSecondMilestones, writeSecond } from './life.ts'

type SecondEvent = Extract<WorldEvent, { realm?: GameRealm | undefined }>

/** @throws Error if the world does not play the second game, or if the item cannot be worn */
export const changeSecond = (world: World, account: Account, event: SecondEvent, draws: Draws): Partial<EventOutcome> => {
  const context = world.second_context
  if (!context) throw new Error('no account of this world plays the second game')
  const character = ensureSecondCharacter(context, account, world.now())
  const log = (kind: string, subject: string, data: Record<string, string | number> = {}) =>
    context.log(kind, account, subject, { ...data, realm: 'poe2' })
  const write = () => writeSecond(context, account, character, world.now())

  switch (event.kind) {
    case 'level':
      logSecondMilestones(context, account, character, setLevel(character, event.level))
      write()
      return { level: character.level }
    case 'character_rename':
      log('character.rename', character.id, { name: event.name })
      character.name = event.name
      write()
      return {}
    case 'drop': {
      const item = makeOrderedOfSecond(draws, event.item)
      keep(character, item)
      log('carry', item.id, { base: item.base_type, name: item.name })
      write()
      return { item_id: item.id }
    }
    case 'wear': {
      const item = makeOrderedOfSecond(draws, event.item)
      const piece = item.family === 'rune' || item.family === 'soul_core' ? socketRune(character, item, draws) : null
      const place = event.slot === undefined ? undefined : { slot: event.slot, x: event.x ?? 0 }
      const worn = piece ? null : putOn(character, item, draws, place)
      if (!piece && !worn) throw new Error(`${account.name} has no place for ${item.base_type}`)
      log('wear', item.id, { base: item.base_type, name: item.name })
      write()
      return { item_id: piece?.id ?? item.id, ...(worn ? { slot: worn.slot } : {}) }
    }
    case 'take_off': {
      if (!takeOff(character, event.item_id)) throw new Error(`${account.name} does not wear item ${event.item_id}`)
      log('take_off', event.item_id)
      write()
      return { item_id: event.item_id }
    }
  }
}

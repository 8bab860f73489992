/** Events triggered from outside, by a test or an organiser. */
import { type BaseKindName, getBase } from '../items/bases.ts'
import type { SlottedItem, WorldItem } from '../items/item.ts'
import { makeOrderedItem } from '../items/order.ts'
import { createDraws } from '../prng.ts'
import type { EventOutcome, GameRealm, WorldEvent } from './events.ts'
import { pantheonMajor, pantheonMinor } from './classes.ts'
import { ensureCharacter, logMilestones, writeCharacter } from './life.ts'
import type { Account, Tab } from './model.ts'
import { setLevel } from './progress.ts'
import { depositItem, setTabPublic } from './stash-actions.ts'
import { changeSecond } from './second-game/injections.ts'
import { changeGuild } from './guild-injections.ts'
import { takeItem } from './tabs.ts'
import type { World } from './world.ts'

const findTab = (account: Account, wanted: string | number | undefined): Tab => {
  const tab = account.tabs.find((candidate) => candidate.id === wanted || candidate.index === wanted)
  if (!tab) throw new Error(`${account.name} has no tab ${wanted}`)
  return tab
}

/** The slot in which the first game wears such an item. */
const usualSlots: Partial<Record<BaseKindName, string>> = {
  Helmet: 'Helm',
  Shield: 'Offhand',
  Quiver: 'Offhand',
  Jewel: 'PassiveJewels',
  AbyssJewel: 'PassiveJewels',
  ClusterJewel: 'PassiveJewels',
  ...Object.fromEntries((['Sword', 'Claw', 'Wand', 'Sceptre', 'Bow', 'Staff'] as const).map((kind) => [kind, 'Weapon'])),
}
const usualSlotOf = ({ base_type }: WorldItem): string => {
  const { kind } = getBase(base_type)
  return usualSlots[kind] ?? kind
}

/** Changes of a game with a world of its own; null: the world below. */
const changesIn: Readonly<Record<GameRealm, typeof changeSecond | null>> = { pc: null, poe2: changeSecond }

/**
 * Applies an event at the world's current time.
 * @throws Error that names an unknown account, tab or item
 */
export const injectEvent = (world: World, event: WorldEvent, ordinal: number): EventOutcome => {
  const { context } = world
  const account = world.findAccount(event.account)
  if (!account) throw new Error(`unknown account: ${event.account}`)
  const draws = createDraws(world.options.seed, `injected/${ordinal}`)
  const outcome: EventOutcome = { account: account.name }
  context.log(`inject.${event.kind}`, account, account.uuid, { ordinal })
  if ('realm' in event) {
    const change = changesIn[event.realm ?? 'pc']
    if (change) return { ...outcome, ...change(world, account, event, draws) }
  }
  const character = ensureCharacter(context, account, world.now())

  switch (event.kind) {
    case 'drop': {
      const item = makeOrderedItem(draws, event.item)
      account.carried.push(item)
      context.log('drop', account, item.id, { family: item.family, base: item.base_type, name: item.name })
      return { ...outcome, item_id: item.id }
    }
    case 'deposit': {
      // the gear tab is a grid and accepts any item
      const tab = findTab(account, event.tab ?? 2)
      const placed = depositItem(context, account, tab, makeOrderedItem(draws, event.item))
      if (!placed) throw new Error(`tab ${tab.name} of ${account.name} has no room`)
      return { ...outcome, item_id: placed.item.id, tab_id: tab.id }
    }
    case 'withdraw': {
      const tab = account.tabs.find((candidate) => candidate.items.some((placed) => placed.item.id === event.item_id))
      if (!tab) throw new Error(`${account.name} has no item ${event.item_id}`)
      takeItem(tab, event.item_id)
      context.log('withdraw', account, event.item_id, { tab: tab.id })
      context.touch(account, tab)
      return { ...outcome, item_id: event.item_id, tab_id: tab.id }
    }
    case 'level':
      logMilestones(context, account, character, setLevel(character, event.level))
      writeCharacter(context, account, character, world.now())
      return { ...outcome, level: character.level }
    case 'wear': {
      const item = makeOrderedItem(draws, event.item)
      const slot = event.slot ?? usualSlotOf(item)
      const worn = { item, slot, x: event.x ?? 0 }
      const isElsewhere = (one: SlottedItem) => one.slot !== worn.slot || one.x !== worn.x
      character.put_on = [...character.put_on.filter(isElsewhere), worn]
      context.log('wear', account, item.id, { base: item.base_type, name: item.name })
      writeCharacter(context, account, character, world.now())
      return { ...outcome, item_id: item.id, slot }
    }
    case 'take_off': {
      if (!character.put_on.some(({ item }) => item.id === event.item_id))
        throw new Error(`item ${event.item_id} of ${account.name} was not put on from outside`)
      character.put_on = character.put_on.filter(({ item }) => item.id !== event.item_id)
      context.log('take_off', account, event.item_id)
      writeCharacter(context, account, character, world.now())
      return { ...outcome, item_id: event.item_id }
    }
    case 'pantheon':
      character.pantheon_major = draws.pick(pantheonMajor)
      character.pantheon_minor = draws.pick(pantheonMinor)
      writeCharacter(context, account, character, world.now())
      return outcome
    case 'depth':
      character.depth = event.depth
      character.depth_solo = event.depth
      context.log('depth', account, character.id, { value: event.depth, name: character.name })
      return outcome
    case 'guild_deposit':
    case 'guild_withdraw':
    case 'guild_move':
    case 'guild_fill':
    case 'guild_rank':
    case 'guild_tab_rename':
    case 'guild_tab_remove':
      return { ...outcome, ...changeGuild(world, account, event, draws) }
    case 'account_rename':
      context.log('rename', account, account.uuid, { name: event.name })
      account.name = event.name
      return { ...outcome, account: event.name }
    case 'character_rename':
      context.log('character.rename', account, character.id, { name: event.name })
      character.name = event.name
      writeCharacter(context, account, character, world.now())
      return outcome
    case 'broadcast': {
      const { live, title } = event
      account.broadcast_orders.push({ at: world.now(), live, ...(title === undefined ? {} : { title }) })
      context.log('broadcast', account, account.uuid, { live })
      return outcome
    }
    case 'tab_public': {
      const tab = findTab(account, event.tab)
      setTabPublic(context, account, tab, event.public)
      return { ...outcome, tab_id: tab.id }
    }
  }
}

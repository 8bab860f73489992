/** Actions at the stash in town: store items, tidy, sell, hide a tab, show it again. */
import { createDraws } from '../prng.ts'
import type { PlacedItem, WorldItem } from '../items/item.ts'
import { dropItem } from '../items/families.ts'
import type { Account, Tab } from './model.ts'
import { clearOut, putItem, takeItem } from './tabs.ts'

const purposes: Record<string, Tab['purpose']> = {
  currency: 'currency',
  incubator: 'currency',
  catalyst: 'currency',
  map: 'maps',
  invitation: 'maps',
  heist_contract: 'maps',
  heist_blueprint: 'maps',
  logbook: 'maps',
  temple: 'maps',
  ritual_vessel: 'maps',
  sanctum_tome: 'maps',
  ultimatum: 'maps',
  memory: 'maps',
  unique: 'gear',
  equipment: 'gear',
  jewel: 'gear',
  flask: 'gear',
  gem: 'gear',
}

export interface StashWriter {
  /** Records that a tab has changed. */
  touch: (account: Account, tab: Tab) => void
  log: (
    kind: string,
    account: Account,
    subject: string,
    data?: Readonly<Record<string, string | number | boolean | null>>,
  ) => void
}

/** Number of items sold when a tab is full. */
const CLEAR_OUT = 24

export const depositItem = (writer: StashWriter, account: Account, tab: Tab, item: WorldItem): PlacedItem | null => {
  let placed = putItem(tab, item)
  if (!placed) {
    writer.log('sell', account, tab.id, { count: clearOut(tab, CLEAR_OUT) })
    placed = putItem(tab, item)
  }
  if (!placed) return null
  writer.log(placed.item.id === item.id && placed.item.stack === item.stack ? 'deposit' : 'merge', account, placed.item.id, {
    tab: tab.id,
    base: item.base_type,
    name: item.name,
    stack: placed.item.stack ?? 1,
  })
  writer.touch(account, tab)
  return placed
}

const chooseTab = (account: Account, item: WorldItem): Tab | undefined => {
  const { draws, personality, tabs } = account
  const own = tabs.filter((tab) => tab.purpose !== 'old')
  const wanted = purposes[item.family] ?? 'collection'
  // only currency fits into the slots of a currency tab
  const open = own.filter((tab) => tab.type !== 'CurrencyStash' || wanted === 'currency')
  return draws.chance(personality.tidiness) ? open.find((tab) => tab.purpose === wanted) : draws.pick(open)
}

const putAway = (writer: StashWriter, account: Account): void => {
  for (const item of account.carried) {
    const tab = chooseTab(account, item)
    if (!tab) continue
    const isPriced = item.stack === undefined && account.draws.chance(0.2)
    depositItem(writer, account, tab, isPriced ? { ...item, note: `~price ${account.draws.between(1, 40)} chaos` } : item)
  }
  account.carried = []
}

const moveBetweenTabs = (writer: StashWriter, account: Account): void => {
  const [from, to] = [account.draws.pick(account.tabs.slice(1, 4)), account.draws.pick(account.tabs.slice(1, 4))]
  if (from === to || from.items.length === 0) return
  const { item } = account.draws.pick(from.items)
  if (!putItem(to, item)) return
  takeItem(from, item.id)
  writer.log('move', account, item.id, { from: from.id, to: to.id })
  writer.touch(account, from)
  writer.touch(account, to)
}

const takeOut = (writer: StashWriter, account: Account): void => {
  const tab = account.draws.pick(account.tabs.slice(1, 4))
  if (tab.items.length === 0) return
  const { item } = account.draws.pick(tab.items)
  takeItem(tab, item.id)
  writer.log('withdraw', account, item.id, { tab: tab.id, base: item.base_type })
  writer.touch(account, tab)
  // half of the items come back on the next visit
  if (account.draws.chance(0.5)) account.carried.push(item)
}

/** Adds an item that equals an older one except for its id. */
const addTwin = (writer: StashWriter, account: Account): void => {
  const tab = account.draws.pick(account.tabs.slice(1, 4))
  const singles = tab.items.filter((placed) => placed.item.stack === undefined)
  if (singles.length === 0) return
  depositItem(writer, account, tab, { ...account.draws.pick(singles).item, id: account.draws.hex(64) })
}

const togglePrivacy = (writer: StashWriter, account: Account): void => {
  const hidden = account.tabs.find((tab) => !tab.public)
  setTabPublic(writer, account, hidden ?? account.draws.pick(account.tabs.slice(1, 4)), hidden !== undefined)
}

export const setTabPublic = (writer: StashWriter, account: Account, tab: Tab, isPublic: boolean): void => {
  if (tab.public === isPublic) return
  tab.public = isPublic
  writer.log(isPublic ? 'tab.public' : 'tab.private', account, tab.id, { name: tab.name })
  writer.touch(account, tab)
}

/** Items from before the event, in another league. */
export const visitOldLeague = (writer: StashWriter, account: Account, seed: number, visit: number): void => {
  const tab = account.tabs.find((candidate) => candidate.purpose === 'old')
  if (!tab) return
  const draws = createDraws(seed, `account/${account.ordinal}/old/${visit}`)
  for (let count = draws.between(1, 6); count > 0; count--) depositItem(writer, account, tab, dropItem(draws, 88, 1))
}

/** One visit in town. Most visits only store items. */
export const visitStash = (writer: StashWriter, account: Account): void => {
  putAway(writer, account)
  const roll = account.draws.float()
  if (roll < 0.05) moveBetweenTabs(writer, account)
  else if (roll < 0.1) takeOut(writer, account)
  else if (roll < 0.115) addTwin(writer, account)
  // a hidden tab is soon shown again, so that most tabs stay public
  else if (roll < (account.tabs.every((tab) => tab.public) ? 0.121 : 0.3)) togglePrivacy(writer, account)
}

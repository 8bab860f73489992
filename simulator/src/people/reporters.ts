/** Players who report their finds. Each has a habit; the seed decides the rest. */
import type { WorldItem } from '../items/item.ts'
import { createDraws, type Draws } from '../prng.ts'
import type { Account } from '../world/model.ts'
import type { World } from '../world/world.ts'

const minute_ms = 60_000

/**
 * `honest`: reports a find within a minute. `late`: reports it up to two hours later. `doubled`: reports some items again, or a
 * teammate does. `forged`: edits the text of some items.
 */
export const habits = ['honest', 'late', 'doubled', 'forged'] as const
export type Habit = (typeof habits)[number]

/** `true`: as it happened. `again`: a find that was reported before. `edited`: no such thing was found. */
export const truths = ['true', 'again', 'edited'] as const
export type ReportTruth = (typeof truths)[number]

interface PlannedReport {
  /** Ordinal of the account that reports. */
  readonly account: number
  readonly sent_ms: number
  /** When it happened, as the report says. */
  readonly happened_ms: number
  readonly truth: ReportTruth
}
/** An item as its reported text shows it. */
export interface PlannedItem extends PlannedReport {
  readonly item: WorldItem
}
/** A level that the player says to have reached. */
export interface PlannedLevel extends PlannedReport {
  readonly level: number
}

/** Lines in the log of a player's game since the last look. */
export interface PlayedLog {
  readonly account: number
  readonly character: string
  readonly class_name: string
  readonly happened_ms: number
  /** New levels and entered areas, in the order of the log; an area follows each level. */
  readonly levels: readonly number[]
  readonly areas: readonly string[]
}

export interface Reporters {
  /** Removes the reports that are due, in the order of their times. */
  takeItems(now_ms: number): PlannedItem[]
  takeLevels(now_ms: number): PlannedLevel[]
  /** The log of each honest player's game since the last call. */
  readLogs(now_ms: number): PlayedLog[]
  habitOf(account: number): Habit
}

/** Every fourth player of a team has the same habit. */
const habitOf = ({ teams }: World, account: number): Habit =>
  habits[Math.floor(account / teams.length) % habits.length] ?? 'honest'

const shareOfDoubled = 0.4
const shareOfEdited = 0.4
/** Players report each level that is a multiple of this. */
const levelStep = 5
/** Honest players let the page follow the log of their game, and report no level by hand. */
const followsLog = (habit: Habit) => habit === 'honest'

/** With each level, a player of the log enters the next of these. */
const visitedAreas = ['1_1_town', '1_1_2', '1_1_3', '1_2_town', 'MapWorldsStrand', 'MavenBoss']

/** The copied text shows the size of a stack among the properties. */
const withStack = (item: WorldItem, stack: number): WorldItem => ({
  ...item,
  stack,
  properties: (item.properties ?? []).map((property) =>
    property.name === 'Stack Size' ? { ...property, values: [[`${stack}/${item.max_stack ?? stack}`, 0]] } : property,
  ),
})

/** The text of a find, changed to count for more: a larger stack, a higher level, or a higher number in a modifier. */
function edit(item: WorldItem, draws: Draws): WorldItem {
  if (item.stack !== undefined) return withStack(item, item.stack + draws.between(5, 40))
  const mods = item.explicit_mods ?? []
  const changed = mods.find(({ text }) => /[1-9]/.test(text))
  if (!changed || draws.chance(0.5)) return { ...item, ilvl: item.ilvl + draws.between(1, 14) }
  const text = changed.text.replace(/\d+/, (number) => `${Number(number) * 3 + 1}`)
  return { ...item, explicit_mods: mods.map((mod) => (mod === changed ? { ...mod, text } : mod)) }
}

/** Due reports leave the list; the others keep their order. */
function takeDue<T extends PlannedReport>(planned: T[], now_ms: number): T[] {
  const due = planned.filter(({ sent_ms }) => sent_ms <= now_ms).sort((a, b) => a.sent_ms - b.sent_ms || a.account - b.account)
  planned.splice(0, planned.length, ...planned.filter(({ sent_ms }) => sent_ms > now_ms))
  return due
}

/**
 * Plans reports of all finds and levels from now on.
 * @param isWanted whether players report such an item
 */
export function watchReporters(world: World, seed: number, isWanted: (item: WorldItem) => boolean): Reporters {
  const items: PlannedItem[] = []
  const levels: PlannedLevel[] = []
  const reached = new Map<number, number>()
  const streams = new Map(world.accounts.map(({ ordinal }) => [ordinal, createDraws(seed, `account/${ordinal}/reports`)]))
  const drawsOf = (account: number): Draws => {
    const draws = streams.get(account)
    if (!draws) throw new Error(`account ${account} is not in this world`)
    return draws
  }
  const teammateOf = ({ ordinal, team }: Account, draws: Draws): number =>
    draws.pick(world.accounts.filter((other) => other.team === team && other.ordinal !== ordinal)).ordinal

  function onFound(account: Account, found: WorldItem, at: number): void {
    if (!isWanted(found)) return
    const draws = drawsOf(account.ordinal)
    const habit = habitOf(world, account.ordinal)
    const isEdited = habit === 'forged' && draws.chance(shareOfEdited)
    const wait_ms = habit === 'late' ? draws.between(11, 120) * minute_ms : draws.between(10, 60) * 1000
    const report: PlannedItem = {
      account: account.ordinal,
      item: isEdited ? edit(found, draws) : found,
      happened_ms: at,
      sent_ms: at + wait_ms,
      truth: isEdited ? 'edited' : 'true',
    }
    items.push(report)
    if (habit !== 'doubled' || !draws.chance(shareOfDoubled)) return
    const again = draws.chance(0.5) ? account.ordinal : teammateOf(account, draws)
    items.push({ ...report, account: again, sent_ms: report.sent_ms + draws.between(1, 20) * minute_ms, truth: 'again' })
  }

  /** A level is reported at the first look after it was reached. */
  function lookAtLevels(now_ms: number): void {
    for (const { ordinal, characters } of world.accounts) {
      if (followsLog(habitOf(world, ordinal))) continue
      const level = characters[0]?.level ?? 0
      const step = level - (level % levelStep)
      if (step <= (reached.get(ordinal) ?? 0)) continue
      reached.set(ordinal, step)
      const draws = drawsOf(ordinal)
      const isEdited = habitOf(world, ordinal) === 'forged' && draws.chance(shareOfEdited)
      levels.push({
        account: ordinal,
        level: isEdited ? step + levelStep * 2 : step,
        happened_ms: now_ms,
        sent_ms: now_ms,
        truth: isEdited ? 'edited' : 'true',
      })
    }
  }

  function readLogs(happened_ms: number): PlayedLog[] {
    return world.accounts.flatMap(({ ordinal: account, characters: [character] }) => {
      if (!character || !followsLog(habitOf(world, account))) return []
      const { name, level, base_class } = character
      const known = reached.get(account) ?? 1
      if (level <= known) return []
      reached.set(account, level)
      const levels = Array.from({ length: level - known }, (_, place) => known + 1 + place)
      const areas = levels.map((one) => visitedAreas[one % visitedAreas.length] ?? '')
      return [{ account, character: name, class_name: base_class.name, happened_ms, levels, areas }]
    })
  }

  world.observe({ onFound })
  return {
    takeItems: (now_ms) => takeDue(items, now_ms),
    takeLevels(now_ms) {
      lookAtLevels(now_ms)
      return takeDue(levels, now_ms)
    },
    readLogs,
    habitOf: (account) => habitOf(world, account),
  }
}

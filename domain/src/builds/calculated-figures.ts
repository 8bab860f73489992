import type { BuildFigures } from '@muster/contract/ladder'

/**
 * Figures that a Path of Building program calculated for a build, under its own names; numbers as it wrote them, including `inf`.
 */
export interface BuildStats {
  readonly player: Readonly<Record<string, string>>
  readonly minion: Readonly<Record<string, string>>
}

const largest32 = 2 ** 31 - 1

/** Figures that can contain the damage of a build; the highest is shown. Damage of minions has its own figures. */
export const damageStats: readonly string[] = [
  'CombinedDPS',
  'CullingDPS',
  'FullDPS',
  'FullDotDPS',
  'PoisonDPS',
  'ReservationDPS',
  'TotalDPS',
  'TotalDotDPS',
  'WithBleedDPS',
  'WithDotDPS',
  'WithIgniteDPS',
  'WithImpaleDPS',
  'WithPoisonDPS',
]
const readNumber = (text: string | undefined) => (text === 'inf' ? Number.POSITIVE_INFINITY : Number(text))

const attributeOf = (element: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1]

/** Upper bound for figures of one build. The program writes about a hundred; more means a faulty service. */
const maxStats = 500

function readElements(xml: string, element: 'PlayerStat' | 'MinionStat'): Record<string, string> {
  const stats: Record<string, string> = {}
  let count = 0
  for (const [text] of xml.matchAll(new RegExp(`<${element} [^<>]{1,400}>`, 'g'))) {
    const [stat = '', value = ''] = [attributeOf(text, 'stat'), attributeOf(text, 'value')]
    if (!/^[\w:]{1,60}$/.test(stat) || !/^(?:inf|-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?)$/.test(value)) continue
    stats[stat] = value
    if (++count === maxStats) break
  }
  return stats
}

/** A figure by its name in the program. */
type Find = (stat: string) => number | undefined

/** Reads every figure of a calculated build that is a number. */
export const readStats = (xml: string): BuildStats => ({
  player: readElements(xml, 'PlayerStat'),
  minion: readElements(xml, 'MinionStat'),
})

/** The level of the character in a calculated build; null if the build has none. */
export function readLevel(xml: string): number | null {
  const level = attributeOf(/<Build [^<>]+>/.exec(xml)?.[0] ?? '', 'level')
  return level === undefined ? null : Number(level)
}

const toWhole = (value: number, largest: number) => Math.max(0, Math.min(largest, Math.round(value)))

/** Figures that objectives count besides those with a column; a negative one counts as 0. */
type OtherFigure = 'attack_block' | 'spell_block' | 'lowest_resistance'

/** Without unknown figures. `movement_speed`, blocks and resistance in percent. */
export type CalculatedFigures = BuildFigures & Partial<Record<OtherFigure, number>>

const largestOf = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : undefined)
/** Undefined unless all are known. */
const smallestOf = (find: Find, stats: readonly string[]): number | undefined => {
  const values = stats.flatMap((stat) => find(stat) ?? [])
  return values.length === stats.length ? Math.min(...values) : undefined
}

const roundKnown = <F extends string>(values: Readonly<Record<F, number | undefined>>, largest: number) =>
  Object.fromEntries(
    (Object.entries(values) as [F, number | undefined][]).flatMap(([figure, value]) =>
      value === undefined ? [] : [[figure, toWhole(value, largest)]],
    ),
  ) as Partial<Record<F, number>>

function readColumns(find: Find, findOfMinions: Find): BuildFigures {
  const dealt = [find, findOfMinions].flatMap((each) => damageStats.flatMap((stat) => each(stat) ?? []))
  const speed = find('EffectiveMovementSpeedMod')
  return {
    ...roundKnown({ dps: largestOf(dealt) }, Number.MAX_SAFE_INTEGER),
    ...roundKnown(
      {
        ehp: find('TotalEHP'),
        phys_max_hit: find('PhysicalMaximumHitTaken'),
        hp: find('Life'),
        mana: find('Mana'),
        es: find('EnergyShield'),
        armour: find('Armour'),
        evasion: find('Evasion'),
        ele_max_hit: smallestOf(find, ['FireMaximumHitTaken', 'ColdMaximumHitTaken', 'LightningMaximumHitTaken']),
        movement_speed: speed === undefined ? undefined : speed * 100,
      },
      largest32,
    ),
  }
}

/** Null: it is not a figure of a living character. */
const ifAlive = <T>(find: Find, read: () => T): T | null => ((find('Life') ?? 0) < 1 ? null : read())

const finder =
  (stats: BuildStats['player']): Find =>
  (stat) =>
    stats[stat] === undefined ? undefined : readNumber(stats[stat])

/**
 * The figures of a calculated build that have a column; null if there are none, or if the character has no life. A missing figure
 * stays unknown; it is not 0.
 */
export function readFigures({ player, minion }: BuildStats): BuildFigures | null {
  const find = finder(player)
  return ifAlive(find, () => readColumns(find, finder(minion)))
}

/**
 * The figures that objectives count, from a calculation or from the code of a build. Names of the figures in both editions of the
 * program: `BuildDisplayStats.lua`, read in November 2026.
 */
export function findFigures(find: Find, findOfMinions: Find): CalculatedFigures | null {
  return ifAlive(find, () => ({
    ...readColumns(find, findOfMinions),
    ...roundKnown(
      {
        attack_block: find('EffectiveBlockChance'),
        spell_block: find('EffectiveSpellBlockChance'),
        lowest_resistance: smallestOf(find, ['FireResist', 'ColdResist', 'LightningResist']),
      },
      largest32,
    ),
  }))
}

export const readCalculatedFigures = ({ player, minion }: BuildStats): CalculatedFigures | null =>
  findFigures(finder(player), finder(minion))

import type { BuildFigure, BuildFigures } from '@muster/contract/ladder'

/**
 * Figures that a Path of Building program calculated for a build, under its own names; numbers as it wrote them, including `inf`.
 */
export interface BuildStats {
  readonly player: Readonly<Record<string, string>>
  readonly minion: Readonly<Record<string, string>>
}

const largest32 = 2 ** 31 - 1

/** Figures that can hold the damage of a build; the highest is shown. Damage of minions has its own figures. */
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
const elements = ['FireMaximumHitTaken', 'ColdMaximumHitTaken', 'LightningMaximumHitTaken']

const single: Readonly<Partial<Record<BuildFigure, string>>> = {
  ehp: 'TotalEHP',
  phys_max_hit: 'PhysicalMaximumHitTaken',
  hp: 'Life',
  mana: 'Mana',
  es: 'EnergyShield',
  armour: 'Armour',
  evasion: 'Evasion',
}

const readNumber = (text: string | undefined) => (text === 'inf' ? Number.POSITIVE_INFINITY : Number(text))

const attributeOf = (element: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1]

/** Upper bound for figures of one build. The program writes about a hundred; more means a faulty service. */
const mostStats = 500

function readElements(xml: string, element: 'PlayerStat' | 'MinionStat'): Record<string, string> {
  const stats: Record<string, string> = {}
  let count = 0
  for (const [text] of xml.matchAll(new RegExp(`<${element} [^<>]{1,400}>`, 'g'))) {
    const [stat = '', value = ''] = [attributeOf(text, 'stat'), attributeOf(text, 'value')]
    if (!/^[\w:]{1,60}$/.test(stat) || !/^(?:inf|-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,3})?)$/.test(value)) continue
    stats[stat] = value
    if (++count === mostStats) break
  }
  return stats
}

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

/**
 * The figures of a calculated build that have a column; null if there are none, or if the character has no life. A missing figure
 * stays unknown; it is not 0.
 */
export function readFigures({ player, minion }: BuildStats): BuildFigures | null {
  const valuesOf = (stats: BuildStats['player'], names: readonly string[]) =>
    names.flatMap((name) => (stats[name] === undefined ? [] : [readNumber(stats[name])]))
  const [life = 0] = valuesOf(player, ['Life'])
  if (life < 1) return null
  const figures: BuildFigures = {}
  const dealt = [player, minion].flatMap((stats) => valuesOf(stats, damageStats))
  if (dealt.length > 0) figures.dps = toWhole(Math.max(...dealt), Number.MAX_SAFE_INTEGER)
  for (const [figure, stat] of Object.entries(single) as [BuildFigure, string][]) {
    const [value] = valuesOf(player, [stat])
    if (value !== undefined) figures[figure] = toWhole(value, largest32)
  }
  const hits = valuesOf(player, elements)
  if (hits.length === elements.length) figures.ele_max_hit = toWhole(Math.min(...hits), largest32)
  const [speed] = valuesOf(player, ['EffectiveMovementSpeedMod'])
  if (speed !== undefined) figures.movement_speed = toWhole(speed * 100, largest32)
  return figures
}

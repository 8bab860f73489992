import type { BuildFigure, BuildFigures } from '@muster/contract/ladder'

const largest32 = 2 ** 31 - 1

/** Whatever a build deals its damage with; of all that are present the highest is shown. Minions deal theirs by themselves. */
const damage = [
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

function readNumber(text: string): number | null {
  if (text === 'inf') return Number.POSITIVE_INFINITY
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : null
}

const attributeOf = (element: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1]

function readStats(xml: string, element: 'PlayerStat' | 'MinionStat'): Map<string, number> {
  const stats = new Map<string, number>()
  for (const [text] of xml.matchAll(new RegExp(`<${element} [^<>]{1,400}>`, 'g'))) {
    const [stat, value] = [attributeOf(text, 'stat'), readNumber(attributeOf(text, 'value') ?? '')]
    if (stat !== undefined && value !== null) stats.set(stat, value)
  }
  return stats
}

const toWhole = (value: number, largest: number) => Math.max(0, Math.min(largest, Math.round(value)))

/**
 * The figures of a calculated build; null when it holds none, or no living character. What a build has no figure for is
 * left out: it is unknown and not 0.
 */
export function readFigures(xml: string): BuildFigures | null {
  const player = readStats(xml, 'PlayerStat')
  const minion = readStats(xml, 'MinionStat')
  if ((player.get('Life') ?? 0) < 1) return null
  const figures: BuildFigures = {}
  const dealt = [player, minion].flatMap((stats) => damage.flatMap((name) => stats.get(name) ?? []))
  if (dealt.length > 0) figures.dps = toWhole(Math.max(...dealt), Number.MAX_SAFE_INTEGER)
  for (const [figure, stat] of Object.entries(single) as [BuildFigure, string][]) {
    const value = player.get(stat)
    if (value !== undefined) figures[figure] = toWhole(value, largest32)
  }
  const hits = elements.flatMap((name) => player.get(name) ?? [])
  if (hits.length === elements.length) figures.ele_max_hit = toWhole(Math.min(...hits), largest32)
  const speed = player.get('EffectiveMovementSpeedMod')
  if (speed !== undefined) figures.movement_speed = toWhole(speed * 100, largest32)
  return figures
}

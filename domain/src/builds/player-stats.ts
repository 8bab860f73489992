import { type BuildStats, damageStats } from './calculated-figures.ts'
import { writeElement } from './xml.ts'

/**
 * Every export of the program itself contains these figures. Other programs rely on them: a missing name shows as "NaN" or as
 * nothing.
 */
export const expectedStats: readonly string[] = [
  'Life',
  'Mana',
  'EnergyShield',
  'Ward',
  'Armour',
  'Evasion',
  'TotalEHP',
  'PhysicalMaximumHitTaken',
  'FireMaximumHitTaken',
  'ColdMaximumHitTaken',
  'LightningMaximumHitTaken',
  'ChaosMaximumHitTaken',
  'FireResist',
  'ColdResist',
  'LightningResist',
  'ChaosResist',
  'EffectiveBlockChance',
  'EffectiveSpellBlockChance',
  'EffectiveSpellSuppressionChance',
  'PhysicalDamageReduction',
  'MeleeEvadeChance',
  'Speed',
  'CritChance',
  'CritMultiplier',
  'EffectiveMovementSpeedMod',
  ...damageStats,
]

const writeStats = (element: 'PlayerStat' | 'MinionStat', stats: Readonly<Record<string, string>>) =>
  Object.entries(stats).map(([stat, value]) => writeElement(element, { stat, value }))

/**
 * Adds figures to one of our exports. Figures that were not calculated are written as 0, because readers expect the elements, and
 * marked by our own attribute (`calculated="false"`). The program ignores all figures when it imports.
 * @param xml a text written by `writeBuild`, whose `Build` element is empty; any other text is returned unchanged
 */
export function addStats(xml: string, stats: BuildStats | null): string {
  const { player = {}, minion = {} } = stats ?? {}
  const missing = expectedStats.filter((stat) => player[stat] === undefined)
  const elements = [
    ...writeStats('PlayerStat', player),
    ...missing.map((stat) => writeElement('PlayerStat', { stat, value: 0, calculated: false })),
    ...writeStats('MinionStat', minion),
  ]
  return xml.replace(/<Build( [^<>]*)\/>/, (_, attributes: string) => `<Build${attributes}>${elements.join('')}</Build>`)
}

import { type BuildStats, damageStats } from './calculated-figures.ts'
import { writeElement } from './xml.ts'

/**
 * Every export of the program itself holds these. Programs that read exports count on them: one that looks for
 * a name that is not there shows "NaN", or nothing at all.
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
 * An export of ours with its figures. Those that nobody calculated are written as 0, because readers expect the elements, and
 * say so in an attribute of ours (`calculated="false"`). The program ignores all of them when it imports.
 * @param xml as `writeBuild` wrote it: its `Build` element is empty. Any other text comes back as it is.
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

import '../../messages/profile.ts'
import type { GameVersion } from '@muster/contract/events'
import { games } from '@muster/domain/events/games'
import { type MessageKey, t } from '../../lib/text/messages.ts'
import { formatLarge } from '../../lib/text/numbers.ts'
import type { Build } from './read-build.ts'

/** Names of damage figures in the program; minions have their own. The highest is the character's. */
const damage = [
  'CombinedDPS',
  'CullingDPS',
  'FullDPS',
  'FullDotDPS',
  'PoisonDPS',
  'TotalDPS',
  'TotalDotDPS',
  'WithBleedDPS',
  'WithDotDPS',
  'WithIgniteDPS',
  'WithImpaleDPS',
  'WithPoisonDPS',
]

const plain = [
  'TotalEHP',
  'Life',
  'EnergyShield',
  'Mana',
  'Ward',
  'Armour',
  'Evasion',
  'EffectiveBlockChance',
  'EffectiveSpellSuppressionChance',
  'FireResist',
  'ColdResist',
  'LightningResist',
  'ChaosResist',
] as const
const percents = new Set<string>([...plain].filter((name) => /Chance|Resist/.test(name)))
/** Zero is meaningful for resistances; elsewhere it means that a character has none. */
const hidesZero = (name: string) => !name.endsWith('Resist')

const show = (name: string, value: number) => (percents.has(name) ? `${Math.round(value)} %` : formatLarge(value))

function listFigures(stats: Build['stats']): { label: MessageKey; value: string }[] {
  const dps = Math.max(0, ...damage.flatMap((name) => [stats.get(name) ?? 0, stats.get(`Minion${name}`) ?? 0]))
  const speed = stats.get('EffectiveMovementSpeedMod')
  return [
    ...(dps > 0 ? [{ label: 'stats.dps' as const, value: formatLarge(dps) }] : []),
    ...plain.flatMap((name) => {
      const value = stats.get(name)
      return value === undefined || (value === 0 && hidesZero(name))
        ? []
        : [{ label: `stats.${name}` as const, value: show(name, value) }]
    }),
    ...(speed === undefined ? [] : [{ label: 'stats.speed' as const, value: `${Math.round(speed * 100)} %` }]),
  ]
}

/** Calculated figures of the build, and the choices on the way. */
export function Figures({ build: { stats, choices }, game_version }: { build: Build; game_version: GameVersion }) {
  const figures = listFigures(stats)
  const gods = [choices.major, choices.minor].filter(Boolean)
  return (
    <>
      {figures.length === 0 && <p className="profile-none">{t('stats.empty')}</p>}
      <dl className="figures">
        {figures.map(({ label, value }) => (
          <Figure key={label} name={t(label)} value={value} />
        ))}
        {games[game_version].pantheon && (
          <>
            <Figure name={t('choices.bandit')} value={choices.bandit || t('choices.none')} />
            <Figure name={t('choices.pantheon')} value={gods.join(', ') || t('choices.none')} />
          </>
        )}
      </dl>
    </>
  )
}

export function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  )
}

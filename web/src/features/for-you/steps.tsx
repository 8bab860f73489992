import './for-you.css'
import '../../messages/for-you.ts'
import type { PlayerState } from '@muster/domain/characters/player-state'
import { countPersonalPoints, listPersonalSteps, personalCap } from '@muster/domain/characters/personal-points'
import { useGameVersion } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { Progress } from '../../ui/marks/progress.tsx'
import { Empty } from '../../ui/layout/states.tsx'

/** The viewer's own steps towards the team's personal objectives. */
export function Steps({ player }: { player: PlayerState | null }) {
  const game_version = useGameVersion()
  if (!player) return <Empty title={t('steps.emptyTitle')} text={t('steps.emptyText')} />
  const points = countPersonalPoints(player, game_version)
  const now = { level: player.level, ascendancy_points: player.ascendancy_points, atlas_nodes: player.atlas_node_count }
  const label = t('steps.of', { points, cap: personalCap })
  return (
    <>
      <div className="steps-bar">
        <Progress done={points} of={personalCap} label={label} />
        <span className="small quieter num">{label}</span>
      </div>
      <ul className="steps">
        {listPersonalSteps(player, game_version).map(({ reads, at, reached }) => (
          <li key={`${reads} ${at}`} className={reached ? 'quieter' : undefined}>
            <Icon name={reached ? 'check' : 'minus'} size={14} />
            <span>{t(`steps.${reads}`, { at })}</span>
            <small className="quieter num">{reached ? t('steps.done') : t('steps.now', { value: now[reads] })}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

import '../../messages/category.ts'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { memo, useState } from 'react'
import { useServerTimeReached } from '../../api/live/clock.ts'
import { ItemPicture } from '../../api/items/item-picture.tsx'
import type { ShownPicture } from '../../api/items/objective-pictures.ts'
import type { TeamView } from '../../api/scores/event.ts'
import type { ObjectiveNode } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { describePays } from '../../lib/text/preset-points.ts'
import { formatDayTime } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Defer } from '../../ui/deferred/defer.tsx'
import { CardFoot } from './card-foot.tsx'
import { TeamLine } from './card-teams.tsx'
import { measureOf, type NodeScores, readProgress } from './measure.ts'
import { pickTeams } from './pick-teams.ts'
import type { ScoreSetting } from './score-setting.ts'

/** Teams to show before "show more". */
const maxTeams = 8
const shareOfFrame = 1 / 2

interface CardProps {
  node: ObjectiveNode
  scores: NodeScores
  teams: readonly TeamView[]
  watched: TeamView | null
  setting: ScoreSetting
  /** Points the watched team can still add here. */
  reachable: number
  /** Its picture loads even out of view. */
  isEager?: boolean
}

/**
 * One objective with the progress of every team. Renders again only when one of its own scores changes. The teams are rendered
 * when the card comes near the window; until then it is its name, so that headings and the browser's search find it.
 */
export const ObjectiveCard = memo(function ObjectiveCard({ isAtOnce, ...props }: CardProps & { isAtOnce: boolean }) {
  const { isEager = false } = props
  const picture = props.setting.pictureOf(props.node.item.id)
  const card = <DrawnCard {...props} picture={picture} />
  if (isAtOnce) return card
  return (
    <Defer
      when="near"
      share={shareOfFrame}
      placeholder={(ref) => (
        <article className="card" ref={ref}>
          <header className="card-head">
            <Name node={props.node} picture={picture} isEager={isEager} />
          </header>
          <div className="card-waiting" style={{ height: heightOfLines(props.teams.length) }} />
        </article>
      )}
    >
      {card}
    </Defer>
  )
})

/** In pixels, as in the style sheet: lines of 24 with 2 between them, then the "show more" button. */
const heightOfLines = (teams: number): number => Math.min(teams, maxTeams) * 26 - 2 + (teams > maxTeams ? 39 : 0)

function DrawnCard(props: CardProps & { picture: ShownPicture | undefined }) {
  const { node, scores, teams, watched, setting, reachable, picture, isEager = false } = props
  const { item } = node
  const isClosed = useServerTimeReached(item.valid_to)
  // Organisers also see objectives that are hidden from others.
  const isSecret = !useServerTimeReached(item.valid_from) && item.valid_from !== null
  const [showsAll, setShowsAll] = useState(false)
  const isDone = watched !== null && readProgress(node, scores, watched.id).finished
  const state = isDone ? 'done' : isClosed ? 'closed' : item.valid_to !== null ? 'running' : 'open'
  const picked = pickTeams(teams, watched?.id ?? null, (team_id) => readProgress(node, scores, team_id).done, maxTeams)
  const shown = showsAll ? teams : picked
  return (
    <article className={`card card-${state}`}>
      <header className="card-head">
        <Name node={node} picture={picture} isEager={isEager} />
        <div className="card-side">
          <Goal node={node} />
          {state === 'done' && (
            <Badge kind="good" icon="check">
              {t('card.done')}
            </Badge>
          )}
          {isSecret && <Badge icon="lock">{t('card.opens', { time: formatDayTime(item.valid_from ?? 0) })}</Badge>}
          {state === 'closed' && <Badge icon="clock">{t('card.closedBadge')}</Badge>}
          {takesSubmissions(item) && <Badge icon="note">{t('card.submission')}</Badge>}
          {item.hide_progress && <Badge icon="hidden">{t('card.hiddenBadge')}</Badge>}
        </div>
      </header>
      <ul className="card-teams">
        {shown.map((team) => (
          <TeamLine key={team.id} node={node} team={team} scores={scores} setting={setting} />
        ))}
      </ul>
      {picked.length < teams.length && (
        <button type="button" className="card-more" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('card.fewerTeams') : t('card.moreTeams', { count: teams.length - picked.length })}
        </button>
      )}
      <CardFoot
        node={node}
        scores={scores}
        watched={watched}
        isClosed={isClosed}
        reachable={reachable}
        wearers={setting.wearersOf(item.id)}
        proof={setting.proofOf(item.id)}
      />
    </article>
  )
}

interface NameProps {
  node: ObjectiveNode
  picture: ShownPicture | undefined
  isEager: boolean
}

function Name({ node: { item }, picture, isEager }: NameProps) {
  return (
    <div className="card-name">
      {picture && (
        <span className="item-box">
          <ItemPicture {...picture} isEager={isEager} />
        </span>
      )}
      <div>
        <h3>
          <bdi className="game">{item.name}</bdi>
        </h3>
        {item.preset && <p className="quieter small">{describePays(item)}</p>}
      </div>
    </div>
  )
}

function Goal({ node }: { node: ObjectiveNode }) {
  const measure = measureOf(node)
  if (measure === 'once' || measure === 'value') return null
  const { of: goal } = readProgress(node, [], 0)
  const label = measure === 'parts' ? t('card.parts', { count: goal }) : t('card.goal', { count: formatCount(goal) })
  return (
    <span className="card-goal" title={label}>
      <span className="vh">{label}</span>
      <span aria-hidden="true">{formatCount(goal)}</span>
    </span>
  )
}

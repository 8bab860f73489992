import '../../../messages/admin-what-if.ts'
import type { WhatIf } from '@muster/contract/definition'
import { useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { toneOf } from './effect-table.tsx'
import type { ShownTeam } from './shown-team.ts'

/** An edit high up in the tree affects hundreds. */
const shownAtFirst = 8
const shownMore = 50

interface MovedObjectivesProps {
  objectives: WhatIf['objectives']
  shown: ReadonlyMap<number, ShownTeam>
}

/** Objectives and categories whose points change, with the teams that gain and lose. */
export function MovedObjectives({ objectives, shown }: MovedObjectivesProps) {
  const [limit, setLimit] = useState(shownAtFirst)
  if (objectives.length === 0) return null
  const left = objectives.length - limit
  return (
    <>
      <div className="what-if-sub">
        <h3>{t('whatIf.moved')}</h3>
        <span>{formatCount(objectives.length)}</span>
      </div>
      <ul className="what-if-moved">
        {objectives.slice(0, limit).map((objective) => (
          <li key={`${objective.objective_id} ${objective.key ?? ''} ${objective.name}`}>
            <span className="what-if-name">
              <bdi className="game">{objective.name}</bdi>
              <small>
                {objective.objective_id === 0 ? `${t('whatIf.new')}${objective.path.length > 0 ? ', ' : ''}` : ''}
                <bdi>{objective.path.join(' / ')}</bdi>
              </small>
            </span>
            <span className="what-if-changes">
              {objective.teams.map(({ team_id, points_now, points_then }) => {
                const team = shown.get(team_id)
                return (
                  <span key={team_id}>
                    {team && <Crest look={team.look} size="small" label={team.name} />}
                    <b className={toneOf(points_then - points_now)}>{formatChange(points_then - points_now)}</b>
                  </span>
                )
              })}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button onClick={() => setLimit(limit + shownMore)}>{t('whatIf.more', { count: Math.min(left, shownMore) })}</Button>
      )}
    </>
  )
}

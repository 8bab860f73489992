import '../../../messages/admin-what-if.ts'
import type { WhatIf } from '@muster/contract/definition'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { TableWrap } from '../../../ui/layout/table.tsx'
import { Shift } from '../../../ui/marks/badge.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import type { ShownTeam } from './shown-team.ts'

/** Every team, in the order after saving; those that the change does not touch stand back. */
export function EffectTable({ teams, shown }: { teams: WhatIf['teams']; shown: ReadonlyMap<number, ShownTeam> }) {
  const sorted = teams.toSorted((a, b) => a.rank_then - b.rank_then || a.team_id - b.team_id)
  return (
    <TableWrap label={t('whatIf.table')}>
      <table className="table what-if-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('whatIf.place')}</span>
            </th>
            <th scope="col">{t('whatIf.team')}</th>
            <th scope="col" className="right">
              {t('whatIf.now')}
            </th>
            <th scope="col" className="right">
              {t('whatIf.after')}
            </th>
            <th scope="col" className="right">
              {t('whatIf.change')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((team) => (
            <Row key={team.team_id} team={team} shown={shown.get(team.team_id)} />
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

function Row({ team, shown }: { team: WhatIf['teams'][number]; shown: ShownTeam | undefined }) {
  const change = team.points_then - team.points_now
  const places = team.rank_now - team.rank_then
  return (
    <tr className={change === 0 && places === 0 ? 'what-if-untouched' : undefined}>
      <td>{team.rank_then}</td>
      <th scope="row">
        <span className="what-if-team">
          {shown && <Crest look={shown.look} size="small" />}
          <bdi className="clip">{shown?.name ?? team.team_id}</bdi>
          <Shift places={places} label={places > 0 ? t('whatIf.up', { count: places }) : t('whatIf.down', { count: -places })} />
        </span>
      </th>
      <td className="right">{formatCount(team.points_now)}</td>
      <td className="right strong">{formatCount(team.points_then)}</td>
      <td className={`right ${toneOf(change)}`}>{formatChange(change)}</td>
    </tr>
  )
}

/** The class of a gain or a loss. */
export const toneOf = (change: number): string => (change > 0 ? 'what-if-gain' : change < 0 ? 'what-if-lose' : '')

import '../../../messages/admin-what-if.ts'
import type { WhatIf } from '@muster/contract/definition'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { DataTable, figure } from '../../../ui/layout/data-table.tsx'
import { Shift } from '../../../ui/marks/badge.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import type { ShownTeam } from './shown-team.ts'

type TeamEffect = WhatIf['teams'][number]

const changeOf = ({ points_then, points_now }: TeamEffect) => points_then - points_now
const climbOf = ({ rank_now, rank_then }: TeamEffect) => rank_now - rank_then

/** Every team, in the order after saving; unaffected teams are dimmed. */
export function EffectTable({ teams, shown }: { teams: WhatIf['teams']; shown: ReadonlyMap<number, ShownTeam> }) {
  return (
    <DataTable
      frame={t('whatIf.table')}
      className="what-if-table"
      rows={teams.toSorted((a, b) => a.rank_then - b.rank_then || a.team_id - b.team_id)}
      keyOf={(team) => team.team_id}
      rowClass={(team) => (changeOf(team) === 0 && climbOf(team) === 0 ? 'what-if-untouched' : undefined)}
      columns={[
        { head: t('whatIf.place'), isHeadHidden: true, show: ({ rank_then }) => rank_then },
        {
          head: t('whatIf.team'),
          isName: true,
          show: (team) => {
            const look = shown.get(team.team_id)
            const places = climbOf(team)
            const label = places > 0 ? t('whatIf.up', { count: places }) : t('whatIf.down', { count: -places })
            return (
              <span className="what-if-team">
                {look && <Crest look={look.look} size="small" />}
                <bdi className="clip">{look?.name ?? team.team_id}</bdi>
                <Shift places={places} label={label} />
              </span>
            )
          },
        },
        figure<TeamEffect>(t('whatIf.now'), ({ points_now }) => formatCount(points_now)),
        figure<TeamEffect>(t('whatIf.after'), ({ points_then }) => formatCount(points_then), { cellClass: 'strong' }),
        figure<TeamEffect>(t('whatIf.change'), (team) => formatChange(changeOf(team)), {
          cellClass: (team) => toneOf(changeOf(team)),
        }),
      ]}
    />
  )
}

/** The class of a gain or a loss. */
export const toneOf = (change: number): string => (change > 0 ? 'what-if-gain' : change < 0 ? 'what-if-lose' : '')

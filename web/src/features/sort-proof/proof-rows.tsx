import '../../messages/sort-proof.ts'
import type { TeamSortProof } from '@muster/contract/team-sort'
import type { Placement, SortEntry } from '@muster/contract/team-sort-input'
import { useTeams } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { useVirtualRows } from '../../ui/deferred/virtual-list.ts'

const rowHeight = 33

const hour = (quarter: number) => String((6 * quarter) % 24).padStart(2, '0')

/** The other answers of a player, in words. */
function describeMarks({ needs_help, wants_to_help, is_guild_owner, evening }: SortEntry): string {
  return [
    ...(needs_help ? [t('proof.needs')] : []),
    ...(wants_to_help ? [t('proof.helps')] : []),
    ...(is_guild_owner ? [t('proof.owns')] : []),
    ...(evening === null ? [] : [t('proof.evening', { from: hour(evening), to: hour(evening + 1) })]),
  ].join(', ')
}

/** Every row of the sort with its team; after a manual move, the proposed team is beside it. */
export function ProofRows({ made, result }: { made: NonNullable<TeamSortProof['made']>; result: readonly Placement[] }) {
  const teams = useTeams()
  const { entries } = made.input
  const { frame, items, before, after } = useVirtualRows({ count: entries.length, heightOf: () => rowHeight })
  const teamOf = new Map(result.map((placed) => [placed.row, placed.team_id]))
  const proposedOf = new Map(made.proposal.map((placed) => [placed.row, placed.team_id]))
  const nameOf = (id: number | undefined) => teams.find((team) => team.id === id)?.name ?? ''
  return (
    <div className="proof-rows" role="table" aria-label={t('proof.answers')} aria-rowcount={entries.length + 1} ref={frame}>
      <div role="row" className="proof-row proof-row-head">
        <span role="columnheader">{t('proof.row')}</span>
        <span role="columnheader">{t('proof.hours')}</span>
        <span role="columnheader">{t('proof.measured')}</span>
        <span role="columnheader">{t('proof.experience')}</span>
        <span role="columnheader">{t('proof.marks')}</span>
        <span role="columnheader">{t('proof.team')}</span>
      </div>
      <div role="presentation" style={{ height: before }} />
      {items.map(({ index }) => {
        const entry = entries[index]
        if (!entry) return null
        const [team, proposed] = [teamOf.get(entry.row), proposedOf.get(entry.row)]
        return (
          <div role="row" key={entry.row} className="proof-row" aria-rowindex={index + 2}>
            <span role="cell" className="num quieter">
              {entry.row}
            </span>
            <span role="cell" className="num">
              {entry.expected_hours}
            </span>
            <span role="cell" className="num">
              {entry.measured_hours ?? ''}
            </span>
            <span role="cell">{t(`proof.experience.${entry.experience as 0 | 1 | 2}`)}</span>
            <span role="cell">{describeMarks(entry)}</span>
            <span role="cell">
              <bdi>{nameOf(team)}</bdi>{' '}
              {team !== proposed && <span className="quieter">{t('proof.proposed', { team: nameOf(proposed) })}</span>}
            </span>
          </div>
        )
      })}
      <div role="presentation" style={{ height: after }} />
    </div>
  )
}

import './standings.css'
import '../../messages/home.ts'
import type { ScoreHistory } from '@muster/contract/scores'
import { nameRank } from '@muster/domain/scoring/rank-text'
import { hasBegun, rankTeams, type RankedTeam } from '@muster/domain/scoring/team-ranks'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { type TeamView, useMembers, useScores, useTeams } from '../../api/scores/event.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { sumStillPossible } from '../../api/scores/score-tree.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../lib/text/numbers.ts'
import { Shift } from '../../ui/marks/badge.tsx'
import { Sparkline } from '../../ui/marks/sparkline.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { Crest, teamStyle } from '../../ui/marks/team-mark.tsx'
import { Hint } from '../../ui/overlays/hint.tsx'
import { ChangedNumber } from '../../ui/marks/changed-number.tsx'
import { compareWithAverage, readTotalsAt } from '../../api/scores/score-history.ts'
import { StandingsField } from './standings-field.tsx'
import { useHistory, useStandings } from '../../api/scores/use-standings.ts'

const hour = 3600
const sparkHours = 12
const sparkSamples = 25

/** The rank of every team, its recent changes and available points. Without a history, only ranks. */
export function Standings({ isFinal }: { isFinal: boolean }) {
  if (isFinal) return <StandingsTable history={null} />
  return (
    <DataGuard title={t('standings.title')} failure={<StandingsTable history={null} />}>
      <WithHistory />
    </DataGuard>
  )
}

function WithHistory() {
  return <StandingsTable history={useHistory()} />
}

function StandingsTable({ history }: { history: ScoreHistory | null }) {
  const standings = useStandings()
  // A minute is exact enough for "one hour ago"; the points themselves are live.
  const now = Math.floor(useServerNow(10_000) / 1000)
  const past =
    history &&
    lookBack(
      history,
      now,
      standings.map(({ team_id }) => team_id),
    )
  if (standings.length === 0) return <Empty title={t('standings.emptyTitle')} text={t('standings.emptyText')} />
  return (
    <>
      {past && <StandingsField standings={standings} totals_then={past.totals} />}
      <table className="table standings">
        <caption className="vh">{t('standings.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('standings.rank')}</th>
            <th scope="col">{t('standings.team')}</th>
            <th scope="col" className="right">
              {t('standings.points')}
            </th>
            <th scope="col" className="right">
              {t('standings.toLeader')}
            </th>
            <th scope="col" className="right">
              {t('standings.toNext')}
            </th>
            {past && (
              <>
                <th scope="col" className="right">
                  {t('standings.lastHour')}
                </th>
                <th scope="col" className="c-spark">
                  {t('standings.against')}
                </th>
                <th scope="col" className="right">
                  <Hint label={t('standings.possible')} text={t('standings.possibleHelp')} />
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {standings.map((row) => {
            const before = past?.rows.get(row.team_id)
            return (
              <StandingRow
                key={row.team_id}
                row={row}
                team={row.team}
                shift={before && past?.hadBegun ? before.rank - row.rank : 0}
                gained={past ? row.points - (before?.points ?? 0) : null}
                line={past?.lines.get(row.team_id) ?? []}
                scale={past?.scale ?? 1}
                now={now * 1000}
              />
            )
          })}
        </tbody>
      </table>
    </>
  )
}

/** The state one hour ago, and the lines of the last hours. `now` in unix seconds. */
function lookBack(history: ScoreHistory, now: number, team_ids: readonly number[]) {
  const at = Math.min(now, history.to)
  const totals = readTotalsAt(history, at - hour)
  const lines = compareWithAverage(history, Math.max(history.from, at - sparkHours * hour), at, sparkSamples)
  const rows = rankTeams(totals, team_ids)
  return {
    totals,
    rows: new Map(rows.map((row) => [row.team_id, row])),
    /** If false, no team had a place to lose. */
    hadBegun: hasBegun(rows),
    lines,
    scale: Math.max(1, ...[...lines.values()].flat().map(Math.abs)),
  }
}

interface RowProps {
  row: RankedTeam
  team: TeamView
  shift: number
  gained: number | null
  line: readonly number[]
  scale: number
  now: number
}

function describeShift(shift: number): string {
  return shift > 0 ? t('standings.up', { count: shift }) : t('standings.down', { count: -shift })
}

function StandingRow({ row, team, shift, gained, line, scale, now }: RowProps) {
  const last = line.at(-1) ?? 0
  return (
    <tr className={team.is_own ? 'team own-row' : 'team'} style={teamStyle(team.look)}>
      <td className="c-rank">
        <span className="rank-number">
          <span aria-hidden="true">{row.rank}</span>
          <span className="vh">{nameRank(row.rank)}</span>
        </span>
        <Shift places={shift} label={describeShift(shift)} />
      </td>
      <th scope="row" className="c-name">
        <span className="standing-name">
          <Crest look={team.look} size="large" />
          {team.logo && <img className="team-logo" src={team.logo} alt="" />}
          <span>
            <bdi>{team.name}</bdi>
            {team.is_own && <span className="team-own">{t('standings.own')}</span>}
            <small className="only-wide">
              <Members team_id={team.id} />
            </small>
            <small className="only-phone">
              <Distance row={row} />
            </small>
          </span>
        </span>
      </th>
      <td className="right c-points">
        <ChangedNumber value={row.points} />
      </td>
      <td className="right quiet c-leader">
        {row.to_leader > 0 ? formatChange(-row.to_leader) : row.points > 0 ? t('standings.leads') : ''}
      </td>
      <td className="right quiet c-next">
        {row.next_id === null ? '' : row.to_next === 0 ? t('standings.level') : formatChange(-row.to_next)}
      </td>
      {gained !== null && (
        <>
          <td className={gained < 0 ? 'right bad c-hour' : 'right c-hour'}>{formatChange(gained)}</td>
          <td className="c-spark">
            <Sparkline
              values={line}
              scale={scale}
              label={t(last < 0 ? 'standings.sparkDown' : 'standings.sparkUp', {
                points: formatCount(Math.abs(Math.round(last))),
              })}
            />
          </td>
          <td className="right quiet c-possible">
            <StillPossible team_id={team.id} now={now} />
          </td>
        </>
      )}
    </tr>
  )
}

function Members({ team_id }: { team_id: number }) {
  const members = useMembers(team_id)
  const [first] = members
  if (!first) return null
  return members.length === 1
    ? first.display_name
    : t('standings.members', { name: first.display_name, count: members.length - 1 })
}

/** On phones, one line instead of two columns. */
function Distance({ row }: { row: RankedTeam }) {
  const rival = useTeams().find((team) => team.id === row.next_id)
  if (!rival) return null
  if (row.to_next === 0) return t('standings.levelWith', { other: rival.abbreviation })
  const points = formatCount(Math.abs(row.to_next))
  return t(row.to_next < 0 ? 'standings.aheadOfNext' : 'standings.behindNext', { points, other: rival.abbreviation })
}

function StillPossible({ team_id, now }: { team_id: number; now: number }) {
  return formatCount(useScores((scores, score_tree) => sumStillPossible(score_tree, scores, team_id, now)))
}

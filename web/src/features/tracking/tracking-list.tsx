import './tracking.css'
import '../../messages/tracking.ts'
import type { PlayerTracking, TrackingNote, TrackingState } from '@muster/contract/tracking'
import { games } from '@muster/domain/events/games'
import { needsAction } from '@muster/domain/tracking/states'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEventKey, useGameVersion, useTeams } from '../../api/scores/event.ts'
import { eventInput, read } from '../../api/calls/queries.ts'
import { t } from '../../lib/text/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Badge, type BadgeKind } from '../../ui/marks/badge.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { Crest } from '../../ui/marks/team-mark.tsx'
import { Chip } from '../../ui/forms/toggles.tsx'

const refreshEvery_ms = 60_000

const kinds = { waiting: 'plain', attention: 'note', broken: 'bad' } as const satisfies Partial<Record<TrackingState, BadgeKind>>

type Finding = TrackingNote & { readonly state: keyof typeof kinds }
const isFinding = (note: TrackingNote): note is Finding => note.state !== 'fine'

const misses = ({ notes }: PlayerTracking) => notes.some(({ state }) => needsAction[state])

/** A source with a message. */
function Note({ note }: { note: Finding }) {
  return (
    <li className="health-note">
      <span className="quiet">{t(`health.${note.source}`)}</span>
      <Badge kind={kinds[note.state]}>{t(`health.${note.state}`)}</Badge>
      <span className="health-words">
        {note.message} {note.advice && <strong className="strong">{note.advice}</strong>}
      </span>
      <LastNews note={note} />
    </li>
  )
}

function LastNews({ note }: { note: TrackingNote }) {
  if (note.seen_at === null) return null
  return <small className="quieter">{t('health.seen', { time: formatFull(Date.parse(note.seen_at)) })}</small>
}

/** All sources of one player: a line for each problem, and one line for the rest. */
function Notes({ notes }: { notes: readonly TrackingNote[] }) {
  const fine = notes.filter((note) => !isFinding(note))
  return (
    <ul className="health-notes">
      {notes.filter(isFinding).map((note) => (
        <Note key={note.source} note={note} />
      ))}
      {fine.length > 0 && (
        <li className="health-fine">
          {fine.map((note) => (
            <span key={note.source}>
              <Icon name="check" size={12} /> {t(`health.${note.source}`)} <LastNews note={note} />
            </span>
          ))}
        </li>
      )}
    </ul>
  )
}

interface TrackingListProps {
  onlyMissing: boolean
  onOnlyMissing: (only: boolean) => void
}

/** All players that the viewer may look after, with a line for each source; players with missing data first. */
export function TrackingList({ onlyMissing, onOnlyMissing }: TrackingListProps) {
  const players = useSuspenseQuery({ ...read('getTracking', eventInput(useEventKey())), refetchInterval: refreshEvery_ms }).data
  const teams = useTeams()
  const hasTabs = games[useGameVersion()].stash_stream
  if (players.length === 0) return <Empty title={t('health.nobodyTitle')} text={t('health.nobodyText')} />
  const wrong = players.filter(misses)
  const rest = onlyMissing ? [] : players.filter((player) => !misses(player))
  return (
    <>
      {!hasTabs && <p className="health-lead">{t('health.noTabs')}</p>}
      <div className="health-head">
        <p role="status">{describeSum(players.length, wrong.length)}</p>
        {players.length > 1 && (
          <Chip isOn={onlyMissing} onChange={onOnlyMissing} hasTick>
            {t('health.onlyWrong')}
          </Chip>
        )}
      </div>
      {[...wrong, ...rest].map((player) => {
        const team = teams.find(({ id }) => id === player.team_id)
        return (
          <article key={player.user_id} className="health-player">
            <h2 className="health-name">
              {team && <Crest look={team.look} label={team.name} />}
              <Link to={paths.profile} params={{ userId: player.user_id }}>
                <bdi>{player.display_name}</bdi>
              </Link>
            </h2>
            <Notes notes={player.notes} />
          </article>
        )
      })}
    </>
  )
}

function describeSum(count: number, wrong: number): string {
  if (count === 1) return t(wrong === 0 ? 'health.ownFine' : 'health.ownWrong')
  return wrong === 0 ? t('health.allFine', { count }) : t('health.someWrong', { wrong, count })
}

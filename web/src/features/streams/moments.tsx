import './moments.css'
import '../../messages/moments.ts'
import { type FrameRate, frameRates, type Moment, type MomentOrder, momentOrders } from '@muster/contract/moments'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { callForFile } from '../../api/calls/client.ts'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { eventInput, read } from '../../api/calls/queries.ts'
import { WriteProblem } from '../../api/calls/write-problem.tsx'
import { useWrite } from '../../api/calls/writes.ts'
import { useEvent, useEventKey, useParticipants, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { askForReceipt } from '../../api/scores/receipt-request.ts'
import { downloadFile } from '../../lib/browser/download.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { formatClock, formatEventTime, formatFull } from '../../lib/time/time.ts'
import { Button, nameButton } from '../../ui/forms/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Segments } from '../../ui/forms/toggles.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { Badge } from '../../ui/marks/badge.tsx'
import { Crest } from '../../ui/marks/team-mark.tsx'

/** The number of moments shown at first, and the most that the server sends. */
const few = 20
const many = 200

/** Points that were gained on a stream, with a link to the second, and files for editors. */
export function Moments() {
  const teams = useTeams()
  const [order, setOrder] = useState<MomentOrder>('newest')
  const [team, setTeam] = useState('')
  const team_id = team === '' ? undefined : Number(team)
  return (
    <section className="moments" aria-labelledby="moments">
      <h2 id="moments">{t('moments.title')}</h2>
      <p className="quiet small">{t('moments.lead')}</p>
      <div className="moments-choice">
        <Segments
          label={t('moments.order')}
          value={order}
          choices={momentOrders.map((value) => ({ value, label: t(`moments.${value}`) }))}
          onChange={setOrder}
        />
        <Select
          label={t('moments.team')}
          value={team}
          choices={[
            { value: '', label: t('moments.everyTeam') },
            ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={setTeam}
        />
      </div>
      <DataGuard title={t('moments.title')}>
        <Suspense fallback={<SkeletonRows rows={5} height={52} label={t('loading')} />}>
          <MomentList key={`${order} ${team}`} order={order} team_id={team_id} onClear={() => setTeam('')} />
        </Suspense>
      </DataGuard>
    </section>
  )
}

interface ListProps {
  order: MomentOrder
  team_id: number | undefined
  onClear: () => void
}

function MomentList({ order, team_id, onClear }: ListProps) {
  const [limit, setLimit] = useState(few)
  const query = { order, limit, ...(team_id !== undefined && { team_id }) }
  const { data: moments } = useSuspenseQuery({
    ...read('getMoments', { ...eventInput(useEventKey()), query }),
    refetchInterval: 60_000,
  })
  if (moments.length === 0)
    return team_id === undefined ? (
      <Empty title={t('moments.emptyTitle')} text={t('moments.emptyText')}>
        <Link to={paths.settings} className={nameButton({})}>
          {t('moments.emptyLink')}
        </Link>
      </Empty>
    ) : (
      <Empty title={t('moments.noneTitle')} text={t('moments.noneText')}>
        <Button onClick={onClear}>{t('moments.clear')}</Button>
      </Empty>
    )
  return (
    <>
      <ol className="moments-list">
        {moments.map((moment) => (
          <MomentRow key={moment.sequence} moment={moment} />
        ))}
      </ol>
      {moments.length === limit && limit < many && (
        <div className="moments-files">
          <Button onClick={() => setLimit(many)}>{t('moments.more')}</Button>
        </div>
      )}
      <MomentFiles team_id={team_id} />
    </>
  )
}

function MomentRow({ moment }: { moment: Moment }) {
  const { objective_id, team_id, user_id, at, points, finished, is_first, took_lead, streams } = moment
  const { tree } = useScoreTree()
  const team = useTeams().find(({ id }) => id === team_id)
  const people = useParticipants()
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  const objective = tree.by_id.get(objective_id)?.item.name ?? String(objective_id)
  const player = user_id === undefined ? undefined : people.get(user_id)
  return (
    <li>
      <time className="num quieter" dateTime={new Date(at * 1000).toISOString()} title={formatFull(at * 1000)}>
        {formatEventTime(at * 1000, start)}
      </time>
      {team ? <Crest look={team.look} label={team.name} /> : <span />}
      <span className="moment-words">
        <button
          type="button"
          aria-label={t('moments.ask', { objective, team: team?.name ?? '' })}
          onClick={() => askForReceipt({ objective_id, team_id })}
        >
          <bdi className="game">{objective}</bdi>
        </button>
        <span className="moment-marks small quieter">
          {player && <bdi>{player.display_name}</bdi>}
          {finished && <Badge kind={is_first ? 'good' : 'plain'}>{t(is_first ? 'moments.first' : 'moments.finished')}</Badge>}
          {took_lead && <Badge kind="good">{t('moments.lead_taken')}</Badge>}
        </span>
      </span>
      <b className="num">{points === 0 ? '' : formatChange(points)}</b>
      <span className="moment-streams">
        {streams.map(({ user_id: streamer, login, video_id, offset_seconds, url }) => {
          const name = people.get(streamer)?.display_name ?? login
          return (
            <span key={streamer}>
              <a href={url} target="_blank" rel="noreferrer" className="link">
                {t(video_id === undefined ? 'moments.channel' : 'moments.video', { name })}
                <span className="vh"> {t('link.newTab')}</span>
              </a>{' '}
              <span className="num small quieter">
                {t('moments.at', { time: formatClock(offset_seconds * 1000) })}
                {video_id === undefined && `, ${t('moments.noVideo')}`}
              </span>
            </span>
          )
        })}
      </span>
    </li>
  )
}

function MomentFiles({ team_id }: { team_id: number | undefined }) {
  const event = eventInput(useEventKey())
  const [frame_rate, setRate] = useState<FrameRate>('60')
  const team = team_id === undefined ? {} : { team_id }
  const save = useWrite(async (kind: 'csv' | 'edl') => {
    const file =
      kind === 'csv'
        ? await callForFile('getMomentTable', { ...event, query: team })
        : await callForFile('getMomentTimeline', { ...event, query: { ...team, frame_rate } })
    downloadFile(`moments.${kind}`, await file.text())
  })
  return (
    <>
      <div className="moments-files">
        <Button onClick={() => save.run('csv')} isBusy={save.is_busy}>
          {t('moments.table')}
        </Button>
        <Button onClick={() => save.run('edl')} isBusy={save.is_busy}>
          {t('moments.timeline')}
        </Button>
        <Select
          label={t('moments.rate')}
          value={frame_rate}
          choices={frameRates.map((value) => ({ value, label: value }))}
          onChange={setRate}
        />
      </div>
      <p className="quiet small">{t('moments.timelineNote')}</p>
      <WriteProblem write={save} />
    </>
  )
}

import './score-feed.css'
import '../../messages/feed.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../api/calls/data-block.tsx'
import { useEvent, useEventKey, useParticipants, useScoreTree, useTeams } from '../../api/scores/event.ts'
import { readChanges } from '../../api/live/live.ts'
import { askForReceipt } from '../../api/scores/receipt-request.ts'
import { t } from '../../lib/text/messages.ts'
import { formatChange } from '../../lib/text/numbers.ts'
import { changePreferences, toastChoices, usePreferences } from '../../lib/browser/preferences.ts'
import { formatEventTime, formatFull } from '../../lib/time/time.ts'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Empty, SkeletonRows } from '../../ui/layout/states.tsx'
import { Crest } from '../../ui/marks/team-mark.tsx'
import { Segments } from '../../ui/forms/toggles.tsx'
import { gainOf } from './fresh-changes.ts'

/** All changes of points as they come, and whether they are also said as messages. */
export function FeedSheet({ onClose }: { onClose: () => void }) {
  const { toasts } = usePreferences()
  return (
    <Sheet title={t('scoreFeed.title')} closeLabel={t('close')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="quiet small">{t('scoreFeed.lead')}</p>
      <div className="score-feed-choice">
        <span className="small quieter">{t('scoreFeed.toasts')}</span>
        <Segments
          label={t('scoreFeed.toasts')}
          value={toasts}
          choices={toastChoices.map((value) => ({ value, label: t(`scoreFeed.${value}`) }))}
          onChange={(value) => changePreferences({ toasts: value })}
        />
      </div>
      <DataGuard title={t('scoreFeed.title')}>
        <Suspense fallback={<SkeletonRows rows={10} height={52} label={t('loading')} />}>
          <Changes onAsk={onClose} />
        </Suspense>
      </DataGuard>
    </Sheet>
  )
}

function Changes({ onAsk }: { onAsk: () => void }) {
  const changes = useSuspenseQuery(readChanges(useEventKey())).data
  const { tree } = useScoreTree()
  const teams = useTeams()
  const participants = useParticipants()
  const start = Date.parse(useEvent()?.event_start_time ?? '')
  const [of, setOf] = useState('')
  const byId = new Map(teams.map((team) => [team.id, team]))
  const shown = changes.filter((change) => gainOf(change) !== 0 && (of === '' || String(change.team_id) === of))
  return (
    <>
      <Select
        label={t('scoreFeed.team')}
        value={of}
        choices={[
          { value: '', label: t('scoreFeed.everyTeam') },
          ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={setOf}
      />
      {shown.length === 0 && <Empty title={t('scoreFeed.emptyTitle')} text={t('scoreFeed.emptyText')} />}
      <ol className="score-feed">
        {shown.map((change) => {
          const team = byId.get(change.team_id)
          const objective = tree.by_id.get(change.objective_id)?.item.name ?? String(change.objective_id)
          const player = change.score.user_id === undefined ? undefined : participants.get(change.score.user_id)
          const at_ms = change.changed_at * 1000
          const { objective_id, team_id } = change
          return (
            <li key={change.sequence}>
              <button
                type="button"
                aria-label={t('scoreFeed.ask', { objective, team: team?.name ?? '' })}
                onClick={() => {
                  onAsk()
                  askForReceipt({ objective_id, team_id })
                }}
              >
                <time className="num quieter" dateTime={new Date(at_ms).toISOString()} title={formatFull(at_ms)}>
                  {formatEventTime(at_ms, start)}
                </time>
                {team ? <Crest look={team.look} label={team.name} /> : <span />}
                <span className="score-feed-words">
                  <bdi className="game">{objective}</bdi>
                  {player && <bdi className="small quieter">{player.display_name}</bdi>}
                </span>
                <b className={gainOf(change) < 0 ? 'num bad' : 'num'}>{formatChange(gainOf(change))}</b>
              </button>
            </li>
          )
        })}
      </ol>
    </>
  )
}

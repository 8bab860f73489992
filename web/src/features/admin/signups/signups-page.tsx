import './signups.css'
import '../../../messages/admin-signups.ts'
import '../../../messages/game-account.ts'
import type { Event } from '@muster/contract/events'
import type { SignupQuestions } from '@muster/contract/signup-questions'
import type { Signup } from '@muster/contract/signups'
import { readAccountName } from '@muster/contract/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { openOnly, useReopening } from '../../../api/drafts/use-draft.ts'
import { useSignupQuestions } from '../../../api/people/signup.ts'
import { type Stater, useAccountReview } from '../../../api/people/game-account.ts'
import { eventInput, read } from '../../../api/calls/queries.ts'
import { type TeamView, useEventKey, useTeams } from '../../../api/scores/event.ts'
import { useSession } from '../../../lib/browser/session.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { useVirtualRows } from '../../../ui/deferred/virtual-list.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { SearchInput } from '../../../ui/forms/search-input.tsx'
import { Chip } from '../../../ui/forms/toggles.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Crest } from '../../../ui/marks/team-mark.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { type AnswerFilter, AnswerPicker, hasAnswer, keepQuestion, noAnswers, readAnswer } from '../kit/answer-picker.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { CopyMessage } from './copy-message.tsx'
import { QuestionsForm } from './questions-form.tsx'
import { type ChangeKind, QueueChange } from './queue-change.tsx'
import { filterQueue, listUnconnected, type QueueEntry, type QueueState, queueStates, readQueue } from './signup-queue.ts'

const rowHeight = 49

export interface SignupsSearch {
  /** Only players who have not connected: the link of the readiness list. */
  readonly unconnected?: boolean | undefined
}

interface SignupsPageProps {
  event: Event
  search: SignupsSearch
  onSearch: (next: SignupsSearch) => void
}

/** All signups, in the order of the queue, with an organiser's actions for each. */
export function SignupsPage({ event, search, onSearch }: SignupsPageProps) {
  const key = useEventKey()
  const input = eventInput(key)
  const signups = useSuspenseQuery(read('getEventSignups', { ...input, query: { with: 'history' } })).data
  const teams = useTeams()
  const queue = useMemo(() => readQueue(signups), [signups])
  const [text, setText] = useState('')
  const [states, setStates] = useState<ReadonlySet<QueueState>>(new Set())
  const [change, setChange] = useState<{ kind: ChangeKind; entry: QueueEntry } | null>(null)
  const [isCopying, setCopying] = useState(false)
  const asked = useSignupQuestions(key)
  const [picked, setAnswers] = useState(noAnswers)
  const answers = keepQuestion(picked, asked.questions)
  const unconnected = useMemo(() => listUnconnected(queue), [queue])
  const isReminding = search.unconnected ?? false
  const shown = useMemo(
    () => filterQueue(isReminding ? unconnected : queue, text, states).filter((entry) => hasAnswer(entry, answers)),
    [isReminding, unconnected, queue, text, states, answers],
  )
  const countOf = (state: QueueState) => queue.filter((one) => one.application_status === state).length
  const toggle = (state: QueueState, isOn: boolean) => {
    const next = new Set(states)
    if (isOn) next.add(state)
    else next.delete(state)
    setStates(next)
  }
  const questions = <QuestionsButton event_id={event.id} stored={asked} signups={signups} />
  if (queue.length === 0) {
    return (
      <AdminPage title={t('queue.title')} actions={questions}>
        <Empty title={t('queue.noneTitle')} text={t('queue.noneText')} />
      </AdminPage>
    )
  }
  const lead = t('queue.lead', {
    count: queue.length,
    places: event.max_size,
    waiting: countOf('waitlisted'),
    sorted: countOf('accepted'),
  })
  return (
    <AdminPage
      title={t('queue.title')}
      lead={lead}
      actions={
        <>
          {questions}
          <Button icon="copy" disabled={shown.length === 0} onClick={() => setCopying(true)}>
            {t('queue.copy')}
          </Button>
        </>
      }
    >
      <div className="queue-bar">
        <SearchInput label={t('queue.search')} value={text} onChange={setText} />
        {queueStates.map((state) => (
          <Chip key={state} isOn={states.has(state)} hasTick onChange={(isOn) => toggle(state, isOn)}>
            {t('queue.chip', { name: t(`queue.filter.${state}`), count: countOf(state) })}
          </Chip>
        ))}
        <Chip isOn={isReminding} hasTick onChange={(isOn) => onSearch({ unconnected: isOn || undefined })}>
          {t('queue.chip', { name: t('queue.unconnected'), count: unconnected.length })}
        </Chip>
        <AnswerPicker questions={asked.questions} filter={answers} onChange={setAnswers} />
        <span className="quieter" role="status">
          {t('queue.shown', { count: shown.length, all: queue.length })}
        </span>
      </div>
      {shown.length === 0 ? (
        <Empty title={t('queue.emptyTitle')} text={t('queue.emptyText')} />
      ) : (
        <QueueRows entries={shown} teams={teams} answers={answers} onChange={(kind, entry) => setChange({ kind, entry })} />
      )}
      {change && (
        <QueueChange
          {...change}
          queue={queue}
          max_size={event.max_size}
          teams={teams}
          input={input}
          onClose={() => setChange(null)}
        />
      )}
      {isCopying && <CopyMessage entries={shown} onClose={() => setCopying(false)} />}
    </AdminPage>
  )
}

interface QuestionsButtonProps {
  event_id: number
  stored: SignupQuestions
  signups: readonly Signup[]
}

/** Opens the questions of the signup form. */
function QuestionsButton({ event_id, stored, signups }: QuestionsButtonProps) {
  const [isOpen, setOpen] = useState(false)
  useReopening({ signup_questions: openOnly(event_id, () => setOpen(true)) })
  const answers = signups.flatMap((signup) => signup.answers)
  return (
    <>
      <Button icon="note" onClick={() => setOpen(true)}>
        {t('questions.open')}
      </Button>
      {isOpen && <QuestionsForm event_id={event_id} stored={stored} answers={answers} onClose={() => setOpen(false)} />}
    </>
  )
}

interface QueueRowsProps {
  entries: readonly QueueEntry[]
  teams: readonly TeamView[]
  /** The question in the column of past events; null: none. */
  answers: AnswerFilter
  onChange: (kind: ChangeKind, entry: QueueEntry) => void
}

function QueueRows({ entries, teams, answers, onChange }: QueueRowsProps) {
  const { review } = useAccountReview()
  const { frame, items, before, after } = useVirtualRows({
    count: entries.length,
    heightOf: () => rowHeight,
    keyOf: (at) => entries[at]?.user.id ?? at,
  })
  return (
    <div className="queue" role="table" aria-label={t('queue.list')} aria-rowcount={entries.length + 1} ref={frame}>
      <div role="row" className="queue-row queue-head">
        {(['place', 'person', 'status', 'hours', 'past', 'time', 'actions'] as const).map((column) => (
          <span role="columnheader" key={column} className={nameCell(column, answers)}>
            {column === 'actions' ? (
              <span className="vh">{t('queue.actions')}</span>
            ) : (
              (column === 'past' && answers.question?.text) || t(`queue.${column}`)
            )}
          </span>
        ))}
      </div>
      <div role="presentation" style={{ height: before }} />
      {items.map(({ index }) => {
        const entry = entries[index]
        return (
          entry && (
            <QueueRow
              key={entry.user.id}
              entry={entry}
              at={index}
              teams={teams}
              answers={answers}
              onChange={onChange}
              onReview={review}
            />
          )
        )
      })}
      <div role="presentation" style={{ height: after }} />
    </div>
  )
}

/** Unlike past events, answers are shown on narrow pages too. */
const nameCell = (column: string, { question }: AnswerFilter) =>
  column === 'past' && question ? 'queue-answer' : `queue-${column}`

/** Past events in a few words. */
function describePast({ history = [] }: QueueEntry): string {
  if (history.length === 0) return t('queue.pastNone')
  const measured = history.find((one) => one.measured_hours !== null)?.measured_hours
  const levels = history.flatMap((one) => one.highest_level ?? [])
  return [
    t('queue.pastOf', { count: history.length }),
    ...(typeof measured === 'number' ? [t('queue.measured', { hours: measured })] : []),
    ...(levels.length === 0 ? [] : [t('queue.level', { level: Math.max(...levels) })]),
  ].join(', ')
}

const Answer = ({ answer }: { answer: string | null }) =>
  answer === null ? <span className="quieter">{t('answers.missing')}</span> : <bdi className="clamped">{answer}</bdi>

interface QueueRowProps {
  entry: QueueEntry
  at: number
  teams: readonly TeamView[]
  answers: AnswerFilter
  onChange: (kind: ChangeKind, entry: QueueEntry) => void
  onReview: (stater: Stater) => void
}

function QueueRow({ entry, at, teams, answers, onChange, onReview }: QueueRowProps) {
  const self_id = useSession()?.user_id
  const { user, application_status: status, queue_place, partner } = entry
  const name = user.display_name
  const team = teams.find((one) => one.id === entry.team_id)
  const isFree = status !== 'accepted'
  const account = readAccountName(user)
  const { stated_account: stated } = user
  return (
    <div role="row" className="queue-row" aria-rowindex={at + 2}>
      <span role="cell" className="queue-place num">
        {entry.place}
      </span>
      <span role="cell" className="queue-person">
        <bdi className="strong">{name}</bdi> {account !== name && <bdi className="quieter">{account}</bdi>}
        <span className="queue-marks">
          {stated && (
            <Badge kind={stated.is_confirmed ? 'good' : 'note'}>
              {t(stated.is_confirmed ? 'account.confirmed' : 'account.stated')}
            </Badge>
          )}
          {entry.is_connected === false && <Badge kind="note">{t('queue.notConnected')}</Badge>}
          {entry.needs_help && <Badge>{t('queue.new')}</Badge>}
          {entry.wants_to_help && <Badge>{t('queue.helps')}</Badge>}
          {partner && (
            <bdi className={entry.is_mutual ? undefined : 'quieter'}>
              {t(entry.is_mutual ? 'queue.partner' : 'queue.partnerWish', { name: partner.display_name })}
            </bdi>
          )}
        </span>
      </span>
      <span role="cell" className="queue-status">
        {team ? (
          <>
            <Crest look={team.look} size="small" /> <bdi className="only-wide">{team.name}</bdi>
            <bdi className="only-phone">{team.abbreviation}</bdi>
          </>
        ) : (
          <Badge kind={status === 'waitlisted' ? 'note' : 'plain'}>{t(`queue.${status as QueueState}`)}</Badge>
        )}
        {queue_place && <span className="quieter">{t(`queue.${queue_place}`)}</span>}
      </span>
      <span role="cell" className="queue-hours num">
        {t('queue.hoursOf', { count: entry.expected_playtime })}
      </span>
      <span role="cell" className={nameCell('past', answers)}>
        {answers.question ? (
          <Answer answer={readAnswer(entry, answers)} />
        ) : (
          <span className="quieter">{describePast(entry)}</span>
        )}
      </span>
      <span role="cell" className="queue-time quieter num">
        {formatFull(Date.parse(entry.timestamp))}
      </span>
      <span role="cell" className="queue-actions">
        <Menu label={t('queue.more', { name })} trigger={<IconButton icon="menu" label={t('queue.more', { name })} />}>
          {isFree && queue_place !== 'front' && (
            <MenuItem onSelect={() => onChange('accept', entry)}>{t('queue.accept')}</MenuItem>
          )}
          {isFree && queue_place !== 'back' && (
            <MenuItem onSelect={() => onChange('waitlist', entry)}>{t('queue.waitlist')}</MenuItem>
          )}
          {queue_place !== null && <MenuItem onSelect={() => onChange('arrival', entry)}>{t('queue.arrival')}</MenuItem>}
          {stated && user.id !== self_id && (
            <MenuItem onSelect={() => onReview({ user_id: user.id, display_name: name, stated_account: stated })}>
              {t(stated.is_confirmed ? 'account.unconfirm' : 'account.confirmStated', { account: stated.name })}
            </MenuItem>
          )}
          <MenuItem onSelect={() => onChange('remove', entry)}>{t('queue.remove')}</MenuItem>
        </Menu>
      </span>
    </div>
  )
}

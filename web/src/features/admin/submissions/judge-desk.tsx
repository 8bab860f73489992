import '../../../messages/admin.ts'
import './judge.css'
import '../../../messages/admin-submissions.ts'
import '../../../messages/submissions.ts'
import type { Submission } from '@muster/contract/submissions'
import { judgesOwnTeam } from '@muster/domain/submissions/judging'
import { Suspense, useCallback, useRef, useState } from 'react'
import { openOnly, useReopening } from '../../../api/drafts/use-draft.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEvent, useParticipants, useScoreTree, useSelf, useStatus, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { lazyPart } from '../../../ui/deferred/lazy-part.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Chip, Segments } from '../../../ui/forms/toggles.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { ApproveGroup } from './approve-group.tsx'
import { type Batch, type DeskGroup, groupQueue, pickBatch, stepGroup } from './desk-groups.ts'
import { listQueue, stepAfter, stepFrom, waitsSince } from './desk.ts'
import { type DeskSearch, type DeskView, deskViews } from './desk-search.ts'
import { DeskEntry } from './desk-entry.tsx'
import { DeskQueue } from './desk-queue.tsx'
import { DeskSide } from './desk-side.tsx'
import { formatWait } from './format-wait.ts'
import { type DeskActs, KeyList, placeOfReason, useJudgeKeys } from './judge-keys.tsx'
import { useClaims, useDeskSubmissions, useTextAhead } from './use-desk.ts'

const PlacesDialog = lazyPart(() => import('./places-dialog.tsx').then((module) => ({ default: module.PlacesDialog })))

interface DeskProps {
  search: DeskSearch
  onSearch: (change: Partial<DeskSearch>) => void
}

/** The page where judges decide submissions: the queue, one entry, and its context. */
export function JudgeDesk(props: DeskProps) {
  if (useEvent() !== null) return <Desk {...props} />
  return (
    <AdminPage title={t('admin.page.submissions')}>
      <Empty title={t('event.noneTitle')} text={t('event.noneText')} />
    </AdminPage>
  )
}

function Desk({ search, onSearch }: DeskProps) {
  const all = useDeskSubmissions()
  const claims = useClaims()
  const own_user_id = useSelf().data?.id ?? null
  const now = useServerNow(10_000)
  const { view = 'waiting', by } = search
  const waiting = listQueue(all, 'waiting', own_user_id)
  const isGrouped = view === 'waiting' && by === 'player'
  const groups = useGroups(isGrouped ? waiting : nothing)
  const queue = isGrouped ? groups.flatMap(({ submissions }) => submissions) : listQueue(all, view, own_user_id)
  const open = all.find(({ id }) => id === (search.submission ?? queue[0]?.id))
  const [places, setPlaces] = useState(false)
  const [keys, setKeys] = useState(false)
  useReopening({ places: openOnly(useEvent()?.id, () => setPlaces(true)) })
  const others = [
    ...new Set([...claims.values()].filter((one) => one.judge.id !== own_user_id).map((one) => one.judge.display_name)),
  ]
  const oldest = waiting[0]
  const lead = oldest
    ? t('judge.lead', { count: waiting.length, wait: formatWait(now - waitsSince(oldest)) })
    : t('judge.leadNone')
  const count = (of: DeskView) => listQueue(all, of, own_user_id).length
  return (
    <AdminPage
      title={t('admin.page.submissions')}
      lead={`${lead} ${others.length > 0 ? t('judge.others', { count: others.length, names: others.join(', ') }) : ''}`}
      actions={
        <>
          <Segments
            label={t('judge.view')}
            value={view}
            choices={deskViews.map((each) => ({ value: each, label: t(`judge.view.${each}`, { count: count(each) }) }))}
            onChange={(next) => onSearch({ view: next, submission: undefined })}
          />
          <Button onClick={() => setKeys(true)}>
            {t('judge.keys')} <kbd aria-hidden="true">?</kbd>
          </Button>
          <Button onClick={() => setPlaces(true)}>{t('judge.places')}</Button>
        </>
      }
    >
      {queue.length === 0 && !open ? (
        <Empty title={t(`judge.emptyTitle.${view}`)} text={t(`judge.emptyText.${view}`)} />
      ) : (
        <Panes
          all={all}
          queue={queue}
          groups={groups}
          open={open}
          claims={claims}
          own_user_id={own_user_id}
          now={now}
          isChosen={search.submission !== undefined}
          onOpen={(submission) => onSearch({ submission })}
          onKeys={() => setKeys(true)}
          onGroup={
            view === 'waiting' ? () => onSearch({ by: isGrouped ? undefined : 'player', submission: open?.id }) : undefined
          }
        />
      )}
      {keys && <KeyList onClose={() => setKeys(false)} />}
      <Suspense>{places && <PlacesDialog all={all} onClose={() => setPlaces(false)} />}</Suspense>
    </AdminPage>
  )
}

interface PanesProps {
  all: readonly Submission[]
  queue: readonly Submission[]
  groups: readonly DeskGroup[]
  open: Submission | undefined
  claims: ReturnType<typeof useClaims>
  own_user_id: number | null
  now: number
  /** The address names the entry; otherwise a phone shows the list. */
  isChosen: boolean
  onOpen: (id: number | undefined) => void
  onKeys: () => void
  /** Groups the queue, or orders it by time; undefined for other views. */
  onGroup: (() => void) | undefined
}

function Panes(props: PanesProps) {
  const { all, queue, groups, open, claims, own_user_id, now, isChosen, onOpen, onKeys, onGroup } = props
  const teams = useTeams()
  const { tree } = useScoreTree()
  const event = useEvent()
  const { nameObjective, namePerson, isOwnTeam } = useNames(own_user_id)
  const next_id = open && stepAfter(queue, open.id)
  useTextAhead(queue.find(({ id }) => id === next_id))
  const claim = open && claims.get(open.id)
  const isOwnClaim = claim !== undefined && claim.judge.id === own_user_id
  const { asked, setAsked, askForGroup } = useGroupApproval({ ...props, namePerson, isOwnTeam })
  const acts = useRef<DeskActs>({})
  const keepActs = useCallback((some: DeskActs) => {
    acts.current = { ...acts.current, ...some }
  }, [])
  useJudgeKeys((key) => {
    if (key === '?') onKeys()
    else if (key === 'j' || key === 'k') onOpen(stepFrom(queue, open?.id, key === 'j' ? 1 : -1))
    else if (key === 'n') onOpen(stepGroup(groups, open?.id) ?? open?.id)
    else if (key === 'g') onGroup?.()
    else if (key === 'A') askForGroup()
    else if (key === 'c') acts.current.claim?.()
    else if (key === 'a') acts.current.approve?.()
    else if (key === 'r') acts.current.reject?.()
    else if (key === 'm') acts.current.ask?.()
    else acts.current.giveReason?.(placeOfReason(key))
  })
  const { goOn, keepDecided } = useNext(queue, onOpen)
  const bounds = {
    from: event ? Date.parse(event.event_start_time) : 0,
    to: event ? Date.parse(event.event_end_time) : Number.POSITIVE_INFINITY,
  }
  return (
    <div className={isChosen ? 'judge-desk judge-desk-open' : 'judge-desk'}>
      <div className="judge-left">
        {onGroup && (
          <p className="judge-order">
            <Chip isOn={groups.length > 0} onChange={onGroup} hasTick>
              {t('judge.byPlayer')} <kbd aria-hidden="true">G</kbd>
            </Chip>
          </p>
        )}
        <DeskQueue
          all={all}
          queue={queue}
          groups={groups}
          open_id={open?.id}
          teams={teams}
          claims={claims}
          own_user_id={own_user_id}
          now={now}
          nameObjective={nameObjective}
          namePerson={namePerson}
          isOwnTeam={isOwnTeam}
          onOpen={onOpen}
          onApproveGroup={askForGroup}
        />
        <p className="judge-hint quieter small">
          <kbd>J</kbd> <kbd>K</kbd> {t('judge.keysShort')}
        </p>
      </div>
      <div className="judge-middle">
        <div className="judge-back">
          <Button icon="left" onClick={() => onOpen(undefined)}>
            {t('judge.back')}
          </Button>
        </div>
        {open ? (
          <DeskEntry
            key={open.id}
            submission={open}
            all={all}
            node={tree.by_id.get(open.objective_id)}
            event={bounds}
            team={teams.find(({ id }) => id === open.team_id)}
            objective={nameObjective(open)}
            namePerson={namePerson}
            isOwnTeam={isOwnTeam(open)}
            claim={claim}
            isOwnClaim={isOwnClaim}
            onActs={keepActs}
            onOpen={onOpen}
            onDecided={goOn}
          />
        ) : (
          <Empty title={t('judge.goneTitle')} text={t('judge.goneText')} />
        )}
      </div>
      {open && (
        <DeskSide
          submission={open}
          others={all.filter((each) => each.objective_id === open.objective_id && each.id !== open.id)}
          teams={teams}
          mayDecide={!isOwnTeam(open) && (claim === undefined || isOwnClaim)}
          namePerson={namePerson}
          onOpen={onOpen}
        />
      )}
      {asked && (
        <ApproveGroup
          batch={asked.batch}
          player={asked.player}
          nameObjective={nameObjective}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            for (const each of asked.batch.plain) keepDecided(each)
            onOpen(asked.next)
          }}
        />
      )}
    </div>
  )
}

/** The names on the desk, and whether a submission comes from the judge's own team. */
function useNames(own_user_id: number | null) {
  const people = useParticipants()
  const { tree } = useScoreTree()
  const own_team_id = useStatus().team_id
  const nameObjective = ({ objective_id }: Submission) =>
    tree.by_id.get(objective_id)?.item.name ?? t('judge.unknownObjective', { id: objective_id })
  const namePerson = ({ user_id }: Submission) => people.get(user_id)?.display_name ?? t('judge.unknownUser')
  const isOwnTeam = (each: Submission) =>
    own_user_id !== null && judgesOwnTeam({ user_id: own_user_id, team_id: own_team_id }, each)
  return { nameObjective, namePerson, isOwnTeam }
}

type Grouped = Pick<PanesProps, 'groups' | 'open' | 'claims' | 'own_user_id'> &
  Pick<ReturnType<typeof useNames>, 'namePerson' | 'isOwnTeam'>

interface Asked {
  readonly batch: Batch
  readonly player: string
  /** Opened after the approval: the next group, or a submission that the only group leaves out. */
  readonly next: number | undefined
}

/** The question before all submissions of the open group are approved. */
function useGroupApproval({ groups, open, claims, own_user_id, namePerson, isOwnTeam }: Grouped) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const group = groups.find(({ submissions }) => submissions.some(({ id }) => id === open?.id))
  const isClaimed = ({ id }: Submission) => (claims.get(id)?.judge.id ?? own_user_id) !== own_user_id
  const askForGroup = () => {
    if (!group || !open) return
    const batch = pickBatch(group, isOwnTeam, isClaimed)
    const leftOut = group.submissions.find((each) => !batch.plain.includes(each))
    setAsked({ batch, player: namePerson(open), next: groups.length > 1 ? stepGroup(groups, open.id) : leftOut?.id })
  }
  return { asked, setAsked, askForGroup }
}

/** Opens the next waiting submission after a decision; the list may still show earlier decisions as waiting. */
function useNext(queue: readonly Submission[], onOpen: (id: number | undefined) => void) {
  const decided = useRef(new Set<string>())
  const nameVersion = ({ id, version }: Submission) => `${id} ${version}`
  const keepDecided = (submission: Submission) => void decided.current.add(nameVersion(submission))
  const goOn = (submission: Submission) => {
    const isOpen = queue.some(
      ({ id, approval_status, recheck }) => id === submission.id && (approval_status === 'PENDING' || recheck !== null),
    )
    const rest = queue.filter((each) => each.id === submission.id || !decided.current.has(nameVersion(each)))
    keepDecided(submission)
    if (isOpen) onOpen(stepAfter(rest, submission.id))
  }
  return { goOn, keepDecided }
}

const nothing: readonly Submission[] = []

/** The queue by player and kind; groups keep their order while it changes. */
function useGroups(queue: readonly Submission[]): readonly DeskGroup[] {
  const { tree } = useScoreTree()
  const [order, setOrder] = useState<readonly string[]>([])
  const kindOf = ({ recheck, item_name, objective_id }: Submission) =>
    recheck ?? (item_name === null ? tree.by_id.get(objective_id)?.item.objective_type || 'SUBMISSION' : 'ITEM')
  const groups = groupQueue(queue, kindOf, order)
  const keys = groups.map(({ key }) => key)
  if (keys.join() !== order.join()) setOrder(keys)
  return groups
}

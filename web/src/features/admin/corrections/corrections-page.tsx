import './corrections.css'
import '../../../messages/admin-corrections.ts'
import '../../../messages/admin.ts'
import { type Correction, correctionKinds } from '@muster/contract/corrections'
import { Suspense, useState } from 'react'
import { openEntry, useReopening } from '../../../api/drafts/use-draft.ts'
import { useEvent, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { lazyPart } from '../../../ui/deferred/lazy-part.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { LinkedText } from '../../../ui/layout/linked-text.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge, type BadgeKind } from '../../../ui/marks/badge.tsx'
import type { IconName } from '../../../ui/marks/icon.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { describeCorrection } from './correction-words.ts'
import { type CorrectionSearch, correctionStates, type CorrectionState } from './correction-search.ts'
import { type Settlement, settlements } from './settlements.ts'
import { useCorrections, useNaming, useReceiptOf } from './use-corrections.ts'

const CorrectionSheet = lazyPart(() => import('./correction-sheet.tsx').then((module) => ({ default: module.CorrectionSheet })))
const SettleDialog = lazyPart(() => import('./settle-dialog.tsx').then((module) => ({ default: module.SettleDialog })))

/** Declined points are listed with the withdrawn corrections: they do not count. */
function stateOf({ withdrawal, approval }: Correction): Exclude<CorrectionState, 'all'> {
  if (withdrawal !== null || approval?.state === 'declined') return 'withdrawn'
  return approval?.state === 'waiting' ? 'waiting' : 'standing'
}

interface PageProps {
  search: CorrectionSearch
  onSearch: (change: Partial<CorrectionSearch>) => void
}

/** All corrections, newest first, with author and reason. They are made and withdrawn here and from receipts. */
export function CorrectionsPage(props: PageProps) {
  const event = useEvent()
  if (event !== null) return <Corrections {...props} event_id={event.id} />
  return (
    <AdminPage title={t('admin.page.corrections')}>
      <Empty title={t('event.noneTitle')} text={t('event.noneText')} />
    </AdminPage>
  )
}

function Corrections({ search, onSearch, event_id }: PageProps & { event_id: number }) {
  const teams = useTeams()
  const naming = useNaming()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCorrections()
  const [kind, setKind] = useState('')
  const [team, setTeam] = useState('')
  const [settled, setSettled] = useState<{ correction: Correction; settlement: Settlement } | null>(null)
  const { state = 'all' } = search
  const all = data?.pages.flat() ?? []
  useReopening({
    correction_decision: (id) =>
      settlements.some((settlement) =>
        openEntry(all, `${settlement}.`, (correction) => correction && setSettled({ correction, settlement }))(id),
      ),
  })
  const shown = all.filter(
    (each) =>
      (state === 'all' || stateOf(each) === state) &&
      (kind === '' || each.kind === kind) &&
      (team === '' || String(each.team_id) === team),
  )
  return (
    <AdminPage
      title={t('admin.page.corrections')}
      lead={t('corrections.lead')}
      actions={
        <>
          <Button onClick={() => onSearch({ give: true })}>{t('correct.titlePoints')}</Button>
          <Button onClick={() => onSearch({ new: true })}>{t('correct.title')}</Button>
        </>
      }
    >
      {all.length > 0 && (
        <div className="corrections-filters">
          <Segments
            label={t('corrections.state')}
            value={state}
            choices={correctionStates.map((each) => ({ value: each, label: t(`corrections.state.${each}`) }))}
            onChange={(next) => onSearch({ state: next })}
          />
          <Select
            label={t('corrections.filterKind')}
            value={kind}
            choices={[
              { value: '', label: t('corrections.anyKind') },
              ...correctionKinds.map((each) => ({ value: each, label: t(`corrections.kind.${each}`) })),
            ]}
            onChange={setKind}
          />
          <Select
            label={t('corrections.filterTeam')}
            value={team}
            choices={[
              { value: '', label: t('corrections.anyTeam') },
              ...teams.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={setTeam}
          />
        </div>
      )}
      {error !== null && data === undefined ? (
        <ErrorNote
          title={t('admin.page.corrections')}
          text={error.message}
          retryLabel={t('retry')}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <SkeletonRows rows={6} height={72} label={t('loading')} />
      ) : all.length === 0 ? (
        <Empty title={t('corrections.emptyTitle')} text={t('corrections.emptyText')} />
      ) : shown.length === 0 ? (
        <Empty title={t('corrections.noneTitle')} text={t('corrections.noneText')} />
      ) : (
        <ul className="corrections" aria-label={t('corrections.list')}>
          {shown.map((each) => (
            <CorrectionRow
              key={each.id}
              correction={each}
              naming={naming}
              onSettle={(settlement) => setSettled({ correction: each, settlement })}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('corrections.more')}
        </Button>
      )}
      <Suspense>
        {(search.new || search.give || search.fact !== undefined) && (
          <NewCorrection
            event_id={event_id}
            search={search}
            onClose={() =>
              onSearch({ new: undefined, give: undefined, fact: undefined, objective: undefined, for_team: undefined })
            }
          />
        )}
        {settled && (
          <SettleDialog
            {...settled}
            event_id={event_id}
            words={describeCorrection(settled.correction, naming)}
            onClose={() => setSettled(null)}
          />
        )}
      </Suspense>
    </AdminPage>
  )
}

/** With a fact of a receipt, the form waits for the receipt, which describes the fact. */
function NewCorrection({ event_id, search, onClose }: { event_id: number; search: CorrectionSearch; onClose: () => void }) {
  const receipt = useReceiptOf(search.objective, search.for_team)
  const isAsked = search.fact !== undefined && search.objective !== undefined && search.for_team !== undefined
  if (isAsked && receipt.isPending) return null
  const fact = receipt.data?.facts.find(({ sequence }) => sequence === search.fact) ?? null
  return (
    <CorrectionSheet
      event_id={event_id}
      fact={fact}
      objective_id={search.objective}
      team_id={search.for_team}
      givesPoints={search.give ?? false}
      onClose={onClose}
    />
  )
}

interface RowProps {
  correction: Correction
  naming: ReturnType<typeof useNaming>
  onSettle: (settlement: Settlement) => void
}

/** The mark of a correction: it adds to the count, takes away, waits, or has no effect. */
function readMark(correction: Correction): { kind: BadgeKind; icon: IconName } {
  const { kind, number } = correction
  const adds = kind === 'addition' || (kind === 'points' && (number ?? 0) > 0)
  const mark = adds ? ({ kind: 'good', icon: 'plus' } as const) : ({ kind: 'bad', icon: 'minus' } as const)
  const state = stateOf(correction)
  return state === 'standing' ? mark : { ...mark, kind: state === 'waiting' ? 'note' : 'plain' }
}

function CorrectionRow({ correction, naming, onSettle }: RowProps) {
  const { kind, team_id, reason, public_note, proof } = correction
  const team = useTeams().find(({ id }) => id === team_id)
  const texts = [
    { label: t('corrections.reason'), text: reason },
    { label: t('corrections.note'), text: public_note },
    { label: t('corrections.proof'), text: proof },
  ]
  return (
    <li className={stateOf(correction) === 'withdrawn' ? 'correction correction-withdrawn' : 'correction'}>
      <div className="correction-what">
        <Badge {...readMark(correction)}>{t(`corrections.kind.${kind}`)}</Badge>
        <p className="strong">
          <bdi>{describeCorrection(correction, naming)}</bdi>
        </p>
        <p className="quiet">{team ? <TeamMark team={team} size="small" /> : t('corrections.everyTeam')}</p>
      </div>
      <dl className="correction-why">
        {texts.map(
          ({ label, text }) =>
            text !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <LinkedText text={text} />
                </dd>
              </div>
            ),
        )}
      </dl>
      <CorrectionDecisions correction={correction} naming={naming} onSettle={onSettle} />
    </li>
  )
}

const nameOf = (user: Correction['author']) => user?.display_name ?? t('corrections.someone')

/** The people who decided about a correction, and the decisions left to the viewer. */
function CorrectionDecisions({ correction, naming, onSettle }: RowProps) {
  const { author, created_at, withdrawal, approval } = correction
  const isOwn = naming.isOwn(correction)
  const isWaiting = stateOf(correction) === 'waiting'
  return (
    <div className="correction-who">
      <bdi className="quieter">
        {created_at === null
          ? nameOf(author)
          : t('corrections.by', { name: nameOf(author), time: formatFull(Date.parse(created_at)) })}
      </bdi>
      {isWaiting && <Badge kind="note">{t('corrections.waits')}</Badge>}
      {approval && !isWaiting && <p className="quiet">{describeApproval(approval)}</p>}
      {withdrawal ? (
        <p className="quiet">{t('corrections.withdrawnBy', { name: nameOf(withdrawal.author), reason: withdrawal.reason })}</p>
      ) : approval?.state === 'declined' ? null : isOwn ? (
        <p className="quieter small">{t('corrections.ownTeam')}</p>
      ) : (
        <>
          {isWaiting && naming.isAuthor(correction) && <p className="quieter small">{t('corrections.waitsForOther')}</p>}
          <ButtonRow>
            {isWaiting && !naming.isAuthor(correction) && (
              <>
                <Button size="small" onClick={() => onSettle('approve')}>
                  {t('corrections.approve')}
                </Button>
                <Button size="small" onClick={() => onSettle('decline')}>
                  {t('corrections.decline')}
                </Button>
              </>
            )}
            <Button size="small" onClick={() => onSettle('withdraw')}>
              {t('corrections.withdraw')}
            </Button>
          </ButtonRow>
        </>
      )}
    </div>
  )
}

function describeApproval({ state, judge, reason }: NonNullable<Correction['approval']>): string {
  const name = nameOf(judge)
  if (state === 'declined') return t('corrections.declinedBy', { name, reason: reason ?? '' })
  return reason === null ? t('corrections.approvedBy', { name }) : t('corrections.approvedWith', { name, reason })
}

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
import { Button } from '../../../ui/forms/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { Segments } from '../../../ui/forms/toggles.tsx'
import { LinkedText } from '../../../ui/layout/linked-text.tsx'
import { Empty, ErrorNote, SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { describeCorrection } from './correction-words.ts'
import { type CorrectionSearch, correctionStates, type CorrectionState } from './correction-search.ts'
import { useCorrections, useNaming, useReceiptOf } from './use-corrections.ts'

const CorrectionSheet = lazyPart(() => import('./correction-sheet.tsx').then((module) => ({ default: module.CorrectionSheet })))
const WithdrawDialog = lazyPart(() => import('./withdraw-dialog.tsx').then((module) => ({ default: module.WithdrawDialog })))

const isInState = ({ withdrawal }: Correction, state: CorrectionState) =>
  state === 'all' || (state === 'withdrawn') === (withdrawal !== null)

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
  const [leaving, setLeaving] = useState<Correction | null>(null)
  const { state = 'all' } = search
  const all = data?.pages.flat() ?? []
  useReopening({ correction_withdrawal: openEntry(all, '', setLeaving) })
  const shown = all.filter(
    (each) => isInState(each, state) && (kind === '' || each.kind === kind) && (team === '' || String(each.team_id) === team),
  )
  return (
    <AdminPage
      title={t('admin.page.corrections')}
      lead={t('corrections.lead')}
      actions={<Button onClick={() => onSearch({ new: true })}>{t('correct.title')}</Button>}
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
            <CorrectionRow key={each.id} correction={each} naming={naming} onWithdraw={() => setLeaving(each)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('corrections.more')}
        </Button>
      )}
      <Suspense>
        {(search.new || search.fact !== undefined) && (
          <NewCorrection
            event_id={event_id}
            search={search}
            onClose={() => onSearch({ new: undefined, fact: undefined, objective: undefined, for_team: undefined })}
          />
        )}
        {leaving && (
          <WithdrawDialog
            correction={leaving}
            event_id={event_id}
            words={describeCorrection(leaving, naming)}
            onClose={() => setLeaving(null)}
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
      onClose={onClose}
    />
  )
}

interface RowProps {
  correction: Correction
  naming: ReturnType<typeof useNaming>
  onWithdraw: () => void
}

function CorrectionRow({ correction, naming, onWithdraw }: RowProps) {
  const { kind, team_id, reason, public_note, author, created_at, withdrawal } = correction
  const team = useTeams().find(({ id }) => id === team_id)
  const isOwn = naming.isOwn(correction)
  const name = author?.display_name ?? t('corrections.someone')
  return (
    <li className={withdrawal ? 'correction correction-withdrawn' : 'correction'}>
      <div className="correction-what">
        <Badge kind={withdrawal ? 'plain' : kind === 'addition' ? 'good' : 'bad'} icon={kind === 'addition' ? 'plus' : 'minus'}>
          {t(`corrections.kind.${kind}`)}
        </Badge>
        <p className="strong">
          <bdi>{describeCorrection(correction, naming)}</bdi>
        </p>
        <p className="quiet">{team ? <TeamMark team={team} size="small" /> : t('corrections.everyTeam')}</p>
      </div>
      <dl className="correction-why">
        <div>
          <dt>{t('corrections.reason')}</dt>
          <dd>
            <LinkedText text={reason} />
          </dd>
        </div>
        {public_note !== null && (
          <div>
            <dt>{t('corrections.note')}</dt>
            <dd>
              <LinkedText text={public_note} />
            </dd>
          </div>
        )}
      </dl>
      <div className="correction-who">
        <bdi className="quieter">
          {created_at === null ? name : t('corrections.by', { name, time: formatFull(Date.parse(created_at)) })}
        </bdi>
        {withdrawal ? (
          <p className="quiet">
            {t('corrections.withdrawnBy', {
              name: withdrawal.author?.display_name ?? t('corrections.someone'),
              reason: withdrawal.reason,
            })}
          </p>
        ) : isOwn ? (
          <p className="quieter small">{t('corrections.ownTeam')}</p>
        ) : (
          <Button size="small" onClick={onWithdraw}>
            {t('corrections.withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

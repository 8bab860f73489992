import '../../../messages/admin-team-sort.ts'
import { measureSort } from '@muster/domain/teams/measure'
import { findBrokenByHand, sortVersion } from '@muster/domain/teams/sort'
import { useStore } from '@tanstack/react-form'
import { useId } from 'react'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useEvent } from '../../../api/scores/event.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { proposeInWorker } from '../../../api/teams/propose.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { DataTable, figure } from '../../../ui/layout/data-table.tsx'
import { ConfirmChange } from '../kit/confirm-change.tsx'
import { BrokenList } from './broken-list.tsx'
import { formatPercent } from './proposals.tsx'
import { countChange, listMoves, readInput, readPlacements, readWishes } from './sort-draft.ts'
import type { Sort } from './use-sort.ts'

const number = { cellClass: 'num' }

interface SizeRow {
  readonly key: string | number
  readonly name: string
  readonly before: string | number
  readonly after: string | number
}

/** Computes the draft's proposal again, so that the published result is the seed's. */
async function remakeProposal({ draft, people, team_ids }: Sort) {
  const { made } = draft
  if (!made || made.sort_version !== sortVersion) return null
  const { proposals } = proposeInWorker([{ input: readInput(team_ids, people, made.wishes), seed: made.seed }], () => {})
  const userOf = new Map(people.map((one) => [one.entry.row, one.user.id]))
  const [proposal] = await proposals
  const placements = (proposal?.placements ?? []).flatMap(({ row, team_id }) => {
    const user_id = userOf.get(row)
    return user_id === undefined ? [] : [{ user_id, team_id }]
  })
  return { ...made, placements }
}

/** The changes of a submission, in numbers, and the note published with it. */
export function SubmitDialog({ sort, onClose }: { sort: Sort; onClose: () => void }) {
  const { input, draft, people, teams, team_ids, teamOf, basis } = sort
  const { form, formProps, write } = useWriteForm({
    draft: useDraft('sort_note', `${useEvent()?.id}`, { note: '' }),
    send: async ({ note }) => {
      const proposal = await remakeProposal(sort)
      return callWrite('submitTeamSort', {
        ...input,
        body: { fingerprint: basis.fingerprint, proposal, assignments: draft.moves, note },
      })
    },
    onSaved: () => {
      showToast(t('sort.done'))
      void sort.renew({ settles: true })
    },
    onDone: onClose,
  })
  const note = useStore(form.store, ({ values }) => values.note)
  const id = useId()
  const change = countChange(people, draft)
  const whole = readInput(team_ids, people, readWishes(draft))
  const placements = readPlacements(people, whole, teamOf)
  const present = whole.entries.flatMap(({ row, present_team_id }) =>
    present_team_id === null ? [] : [{ row, team_id: present_team_id }],
  )
  const [now, then] = [measureSort(whole, present), measureSort(whole, placements)]
  const rows: SizeRow[] = [
    ...teams.map(({ id, name }, at) => ({
      key: id,
      name,
      before: now.teams[at]?.size ?? 0,
      after: then.teams[at]?.size ?? 0,
    })),
    { key: 'none', name: t('sort.noTeam'), before: now.unplaced, after: then.unplaced },
    {
      key: 'hours',
      name: t('sort.figure.hours'),
      before: formatPercent(now.hours_spread),
      after: formatPercent(then.hours_spread),
    },
  ]
  const nameTeam = (id: number | null) => teams.find((team) => team.id === id)?.name ?? t('sort.noTeam')
  const lines = (['added', 'moved', 'removed', 'leads'] as const).filter((kind) => change[kind] > 0)
  return (
    <ConfirmChange
      title={t('sort.submitTitle')}
      actLabel={t('sort.submit', { count: draft.moves.length })}
      write={write}
      isHarmless
      onAct={() => void formProps.onSubmit()}
      onClose={onClose}
    >
      <ul className="sort-lines">
        {lines.map((kind) => (
          <li key={kind}>{t(`sort.${kind}`, { count: change[kind] })}</li>
        ))}
      </ul>
      <DataTable
        rows={rows}
        keyOf={(row) => row.key}
        columns={[
          { head: t('sort.team'), isName: true, show: ({ name }) => <bdi>{name}</bdi> },
          figure<SizeRow>(t('sort.before'), ({ before }) => before, number),
          figure<SizeRow>(t('sort.after'), ({ after }) => after, number),
        ]}
      />
      <details className="sort-moves">
        <summary>{t('sort.whoChanges')}</summary>
        <ul>
          {listMoves(people, draft).map(({ person, from, to }) => (
            <li key={person.user.id}>
              <bdi className="strong">{person.user.display_name}</bdi>{' '}
              <bdi>{t('sort.fromTo', { from: nameTeam(from), to: nameTeam(to) })}</bdi>
            </li>
          ))}
        </ul>
      </details>
      <BrokenList broken={findBrokenByHand(whole, placements)} people={people} teams={teams} />
      {formProps.notice}
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t('sort.note')}
        </label>
        <input
          id={id}
          className="input"
          maxLength={500}
          value={note}
          onChange={(event) => form.setFieldValue('note', event.target.value)}
        />
      </div>
      <p className="quieter">{t(draft.made ? 'sort.publishMade' : 'sort.publishHand')}</p>
      {write.failure?.code === 'changed_meanwhile' && (
        <p>
          {t('sort.changedMeanwhile')}{' '}
          <Button
            size="small"
            onClick={() => {
              write.reset()
              onClose()
              void sort.renew()
            }}
          >
            {t('sort.reload')}
          </Button>
        </p>
      )}
    </ConfirmChange>
  )
}

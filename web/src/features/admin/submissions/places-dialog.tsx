import '../../../messages/admin.ts'
import '../../../messages/admin-submissions.ts'
import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Submission } from '@muster/contract/submissions'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { useEvent, useEventKey, useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/fields.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { readPlaces } from './places.ts'

type Body = CallInput<Endpoints['setBulkSubmissionForAdmin']>['body']

const fresh = (places: number) => ({
  objective_id: null as number | null,
  chosen: Array.from({ length: places }, (): number | null => null),
})

/** Gives places of one objective to several teams at once, each team once and in order; previewed before it is stored. */
export function PlacesDialog({ all, onClose }: { all: readonly Submission[]; onClose: () => void }) {
  const event = useEventKey()
  const teams = useTeams()
  const { leaves } = useScoreTree()
  const objectives = leaves.filter(({ item }) => takesSubmissions(item))
  const [isAsked, setIsAsked] = useState(false)
  const event_id = useEvent()?.id
  const { form, formProps } = useWriteForm({
    draft: useDraft('places', `${event_id}`, fresh(teams.length), {
      isValid: (found) =>
        found.chosen.length === teams.length &&
        [found.objective_id, ...found.chosen].every((id) => id === null || typeof id === 'number'),
    }),
    send: (sent) => {
      const body = { objective_id: sent.objective_id, team_ids: [...readPlaces(sent.chosen).team_ids] } as unknown as Body
      return callWrite('setBulkSubmissionForAdmin', { ...eventInput(event), body })
    },
    onSaved: (places) => showToast(t('places.done', { count: places.length })),
    onDone: onClose,
  })
  const { objective_id, chosen } = useStore(form.store, ({ values }) => values)
  const { team_ids, problems } = readPlaces(chosen)
  const { isBusy } = formProps.attempt
  const own = teams.find((team) => team.is_own && team_ids.includes(team.id))
  const isUnchosen = isAsked && objective_id === null
  const isEmpty = isAsked && team_ids.length === 0
  const problem = isUnchosen ? t('places.choose') : isEmpty ? t('places.none') : own && t('places.ownTeam')
  const send = () => {
    setIsAsked(true)
    if (objective_id === null || team_ids.length === 0 || problems.size > 0 || own || isBusy) return
    void formProps.onSubmit()
  }
  const teamChoices = [
    { value: '', label: t('places.nobody') },
    ...teams.map(({ id, name, is_own }) => ({
      value: String(id),
      label: is_own ? `${name} (${t('judge.ownTeam')})` : name,
      isDisabled: is_own,
    })),
  ]
  if (objectives.length === 0)
    return (
      <Dialog title={t('places.title')} onClose={onClose}>
        <Empty title={t('places.title')} text={t('places.noObjectives')} />
      </Dialog>
    )
  return (
    <Dialog
      title={t('places.title')}
      isBusy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('confirm.keep')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={send}>
            {team_ids.length === 0 ? t('places.actNone') : t('places.act', { count: team_ids.length })}
          </Button>
        </>
      }
    >
      <form
        className="form"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          send()
        }}
      >
        {formProps.notice}
        <p>{t('places.lead')}</p>
        <Field label={t('places.objective')}>
          <SelectControl
            value={String(objective_id ?? '')}
            aria-invalid={isUnchosen || undefined}
            choices={[
              { value: '', label: t('places.choose') },
              ...objectives.map(({ item }) => ({ value: String(item.id), label: item.name })),
            ]}
            onChange={(id) => form.setFieldValue('objective_id', Number(id) || null)}
          />
        </Field>
        {chosen.map((team_id, place) => {
          const wrong = problems.get(place)
          return (
            // oxlint-disable-next-line react/no-array-index-key
            <Field key={place} label={t('places.place', { place: nameOrdinal(place + 1) })} error={wrong && t(`places.${wrong}`)}>
              <SelectControl
                value={String(team_id ?? '')}
                choices={teamChoices}
                onChange={(id) => form.setFieldValue('chosen', chosen.with(place, Number(id) || null))}
              />
            </Field>
          )
        })}
        {objective_id !== null && team_ids.length > 0 && problems.size === 0 && (
          <Preview all={all} objective_id={objective_id} team_ids={team_ids} />
        )}
        {problem && (
          <p className="form-problem" role="alert">
            {problem}
          </p>
        )}
        {formProps.problem}
      </form>
    </Dialog>
  )
}

interface PreviewProps {
  all: readonly Submission[]
  objective_id: number
  team_ids: readonly number[]
}

/** The teams in their order, with the number of submissions already approved. */
function Preview({ all, objective_id, team_ids }: PreviewProps) {
  const teams = useTeams()
  const approved = all.filter((each) => each.approval_status === 'APPROVED' && each.objective_id === objective_id)
  return (
    <section aria-label={t('places.preview')}>
      <h3>{t('places.preview')}</h3>
      <ol className="judge-places">
        {team_ids.map((team_id, place) => {
          const team = teams.find((each) => each.id === team_id)
          const count = approved.filter((each) => each.team_id === team_id).length
          return (
            <li key={team_id}>
              <span className="num">{nameOrdinal(place + 1)}</span>
              {team && <TeamMark team={team} />}
              {team && count > 0 && <small className="ember">{t('places.has', { team: team.name, count })}</small>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

import '../../../messages/admin.ts'
import '../../../messages/admin-submissions.ts'
import type { CallInput } from '@muster/contract/endpoint'
import type { Endpoints } from '@muster/contract/endpoints'
import type { Submission } from '@muster/contract/submissions'
import { takesSubmissions } from '@muster/domain/objectives/kinds'
import { nameOrdinal } from '@muster/domain/scoring/rank-text'
import { useId, useState } from 'react'
import { eventInput } from '../../../api/calls/queries.ts'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { callWrite, useWrite } from '../../../api/calls/writes.ts'
import { useEventKey, useScoreTree, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { TeamMark } from '../../../ui/marks/team-mark.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { readPlaces } from './places.ts'

type Body = CallInput<Endpoints['setBulkSubmissionForAdmin']>['body']

/** Gives places of one objective to several teams at once, each team once and in order; previewed before it is stored. */
export function PlacesDialog({ all, onClose }: { all: readonly Submission[]; onClose: () => void }) {
  const event = useEventKey()
  const id = useId()
  const teams = useTeams()
  const { leaves } = useScoreTree()
  const objectives = leaves.filter(({ item }) => takesSubmissions(item))
  const [objective_id, setObjective] = useState<number | null>(null)
  const [chosen, setChosen] = useState<readonly (number | null)[]>(() => teams.map(() => null))
  const [isAsked, setIsAsked] = useState(false)
  const { team_ids, problems } = readPlaces(chosen)
  const write = useWrite((body: Body) => callWrite('setBulkSubmissionForAdmin', { ...eventInput(event), body }), {
    onDone: (places) => {
      showToast(t('places.done', { count: places.length }))
      onClose()
    },
  })
  const own = teams.find((team) => team.is_own && team_ids.includes(team.id))
  const problem = isAsked
    ? objective_id === null
      ? t('places.choose')
      : team_ids.length === 0
        ? t('places.none')
        : own && t('places.ownTeam')
    : own && t('places.ownTeam')
  const send = () => {
    setIsAsked(true)
    if (objective_id === null || team_ids.length === 0 || problems.size > 0 || own || write.is_busy) return
    write.run({ objective_id, team_ids: [...team_ids] } as unknown as Body)
  }
  const countApproved = (team_id: number) =>
    all.filter((each) => each.approval_status === 'APPROVED' && each.team_id === team_id && each.objective_id === objective_id)
      .length
  if (objectives.length === 0)
    return (
      <Dialog title={t('places.title')} closeLabel={t('close')} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
        <Empty title={t('places.title')} text={t('places.noObjectives')} />
      </Dialog>
    )
  return (
    <Dialog
      title={t('places.title')}
      closeLabel={t('close')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !write.is_busy && onClose()}
      footer={
        <>
          <Button onClick={onClose}>{t('confirm.keep')}</Button>
          <Button kind="primary" isBusy={write.is_busy} onClick={send}>
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
        <p>{t('places.lead')}</p>
        <div className="field">
          <label className="field-label" htmlFor={id}>
            {t('places.objective')}
          </label>
          <span className="select">
            <select
              id={id}
              className="input"
              value={objective_id ?? ''}
              aria-invalid={isAsked && objective_id === null ? true : undefined}
              onChange={(change) => setObjective(Number(change.target.value) || null)}
            >
              <option value="">{t('places.choose')}</option>
              {objectives.map(({ item }) => (
                <option key={item.id} value={item.id}>
                  {item.name}
                </option>
              ))}
            </select>
            <Icon name="down" size={12} />
          </span>
        </div>
        {chosen.map((team_id, place) => {
          const wrong = problems.get(place)
          const name = t('places.place', { place: nameOrdinal(place + 1) })
          return (
            // oxlint-disable-next-line react/no-array-index-key
            <div className="field" key={place}>
              <label className="field-label" htmlFor={`${id}-${place}`}>
                {name}
              </label>
              <span className="select">
                <select
                  id={`${id}-${place}`}
                  className="input"
                  value={team_id ?? ''}
                  aria-invalid={wrong ? true : undefined}
                  onChange={(change) =>
                    setChosen(chosen.map((each, index) => (index === place ? Number(change.target.value) || null : each)))
                  }
                >
                  <option value="">{t('places.nobody')}</option>
                  {teams.map((team) => (
                    <option key={team.id} value={team.id} disabled={team.is_own}>
                      {team.is_own ? `${team.name} (${t('judge.ownTeam')})` : team.name}
                    </option>
                  ))}
                </select>
                <Icon name="down" size={12} />
              </span>
              {wrong && <p className="field-error">{t(`places.${wrong}`)}</p>}
            </div>
          )
        })}
        {objective_id !== null && team_ids.length > 0 && problems.size === 0 && (
          <section aria-label={t('places.preview')}>
            <h3>{t('places.preview')}</h3>
            <ol className="judge-places">
              {team_ids.map((team_id, place) => {
                const team = teams.find((each) => each.id === team_id)
                const approved = countApproved(team_id)
                return (
                  <li key={team_id}>
                    <span className="num">{nameOrdinal(place + 1)}</span>
                    {team && <TeamMark team={team} />}
                    {team && approved > 0 && (
                      <small className="ember">{t('places.has', { team: team.name, count: approved })}</small>
                    )}
                  </li>
                )
              })}
            </ol>
          </section>
        )}
        {problem && (
          <p className="form-problem" role="alert">
            {problem}
          </p>
        )}
        <WriteProblem write={write} />
      </form>
    </Dialog>
  )
}

import '../../../messages/admin-teams.ts'
import './teams.css'
import { nameLength } from '@muster/contract/body'
import type { Event } from '@muster/contract/events'
import type { Team } from '@muster/contract/teams'
import { listGameClasses } from '@muster/domain/builds/game-classes'
import { useStore } from '@tanstack/react-form'
import { useState } from 'react'
import { call } from '../../../api/calls/client.ts'
import { callWrite } from '../../../api/calls/writes.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { parseHex } from '../../../lib/teams/colour.ts'
import { type MessageKey, t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { useConflict } from '../kit/use-conflict.ts'
import { FormSheet } from '../kit/form-sheet.tsx'
import { ColourPreview } from './colour-preview.tsx'
import { LogoField } from './logo-field.tsx'
import { proposeTeam, readTeam, type TeamValues, toTeamBody } from './team-values.ts'

interface TeamFormProps {
  event: Event
  /** null for a new team */
  team: Team | null
  onClose: () => void
}

/** Creates or edits a team. A new team can get its logo once it exists. */
export function TeamForm({ event, team: opened, onClose }: TeamFormProps) {
  const [team, setTeam] = useState(opened)
  const title = team ? t('adminTeams.editTitle', { name: team.name, id: team.id }) : t('adminTeams.createTitle')
  return (
    <FormSheet title={title} onClose={onClose}>
      <TeamFields event={event} team={team} onClose={onClose} onCreated={setTeam} />
      {team && <LogoField team={team} event_id={event.id} onChange={(saved) => setTeam({ ...team, logo: saved.logo })} />}
    </FormSheet>
  )
}

function TeamFields({ event, team, onClose, onCreated }: TeamFormProps & { onCreated: (team: Team) => void }) {
  const others = event.teams.filter((other) => other.id !== team?.id)
  const place = { event_id: event.id }
  const draft = useDraft('team', `${event.id}.${team?.id ?? 'new'}`, team ? readTeam(team) : proposeTeam(others), {
    version: team?.version ?? 0,
    isValid: ({ allowed_classes }) => allowed_classes.every((name) => typeof name === 'string'),
  })
  const conflict = useConflict(draft, async () => {
    const found = team && (await call('getTeam', { ...place, team_id: team.id }))
    return found ? { values: readTeam(found), version: found.version } : null
  })
  const { form, formProps } = useWriteForm({
    draft,
    send: (values: TeamValues) =>
      team
        ? conflict.guard((version) => callWrite('createTeam', { ...place, body: toTeamBody(values, team, version) }))
        : callWrite('createTeam', { ...place, body: toTeamBody(values, null) }),
    readSaved: (saved) => ({ id: `${event.id}.${saved.id}`, values: readTeam(saved), version: saved.version }),
    onSaved: (saved) => {
      showToast(t(team ? 'adminTeams.saved' : 'adminTeams.created', { name: saved.name }), {
        text: team ? undefined : t('adminTeams.createdText'),
      })
      if (!team) onCreated(saved)
    },
    // A new team stays open for its logo.
    onDone: () => team && onClose(),
  })
  const values = useStore(form.store, (state) => state.values)
  return (
    <>
      {conflict.theirs && (
        <ConflictNotice
          base={conflict.base.values}
          theirs={conflict.theirs.values}
          mine={values}
          nameField={(field) => t(`adminTeams.${field}` as MessageKey)}
          showValue={(_, value) => (typeof value === 'string' ? value : value.join(', ')) || t('adminTeams.nothing')}
          onResolve={(merged) => {
            conflict.resolve(merged)
            for (const [field, value] of Object.entries(merged)) form.setFieldValue(field as keyof TeamValues, value as never)
          }}
        />
      )}
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('confirm.keep')}</Button>
            <SubmitButton>{t(team ? 'adminTeams.save' : 'adminTeams.create')}</SubmitButton>
          </>
        }
      >
        <form.AppField name="name" validators={required(t('adminTeams.nameMissing'))}>
          {(field) => <field.TextField label={t('adminTeams.name')} maxLength={nameLength} dir="auto" autoComplete="off" />}
        </form.AppField>
        <form.AppField name="abbreviation">
          {(field) => (
            <field.TextField
              label={t('adminTeams.abbreviation')}
              help={t('adminTeams.abbreviationHelp')}
              maxLength={20}
              dir="auto"
              autoComplete="off"
            />
          )}
        </form.AppField>
        <form.AppField
          name="color"
          validators={{
            onSubmit: ({ value }) => (value.trim() === '' || parseHex(value) ? undefined : t('adminTeams.colorWrong')),
          }}
        >
          {(field) => (
            <div className="admin-teams-colour">
              <input
                type="color"
                aria-label={t('adminTeams.colorPick')}
                value={parseHex(values.color) ? values.color.trim() : '#888888'}
                onChange={(change) => field.handleChange(change.target.value)}
              />
              <field.TextField
                label={t('adminTeams.color')}
                placeholder="#3366cc"
                maxLength={7}
                autoComplete="off"
                spellCheck={false}
              />
            </div>
          )}
        </form.AppField>
        <ColourPreview values={values} team_id={team?.id ?? null} others={others} />
        <form.AppField name="allowed_classes">
          {(field) => <ClassChoice event={event} chosen={field.state.value} onChange={(next) => field.handleChange(next)} />}
        </form.AppField>
      </Form>
    </>
  )
}

interface ClassChoiceProps {
  event: Event
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Ascendancies of the event's game by class. Stored names that are unknown here stay visible, and can be removed. */
function ClassChoice({ event, chosen, onChange }: ClassChoiceProps) {
  const classes = listGameClasses(event.game_version)
  const known = new Set(classes.flatMap((one) => one.ascendancies))
  const others = chosen.filter((name) => !known.has(name))
  const groups = [...classes, ...(others.length > 0 ? [{ name: t('adminTeams.otherClasses'), ascendancies: others }] : [])]
  const turn = (name: string, isOn: boolean) => onChange(isOn ? [...chosen, name] : chosen.filter((one) => one !== name))
  return (
    <fieldset className="admin-teams-classes">
      <legend className="field-label">{t('adminTeams.allowed_classes')}</legend>
      <p className="field-hint">
        {chosen.length === 0 ? t('adminTeams.allClasses') : t('adminTeams.classCount', { count: chosen.length })}
        {chosen.length > 0 && (
          <Button size="small" kind="quiet" onClick={() => onChange([])}>
            {t('adminTeams.allowAll')}
          </Button>
        )}
      </p>
      {groups.map(({ name, ascendancies }) => (
        <div key={name} className="admin-teams-class" role="group" aria-label={name}>
          <span className="quieter" aria-hidden="true">
            {name}
          </span>
          <div>
            {ascendancies.map((ascendancy) => (
              <label key={ascendancy} className="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(ascendancy)}
                  onChange={(change) => turn(ascendancy, change.target.checked)}
                />
                <span>{ascendancy}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
    </fieldset>
  )
}

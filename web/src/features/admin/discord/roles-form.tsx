import './discord.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-discord.ts'
import type { DiscordRoles } from '@muster/contract/discord-roles'
import type { Event } from '@muster/contract/events'
import { useStore } from '@tanstack/react-form'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Field } from '../../../ui/forms/fields.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { SelectControl } from '../../../ui/forms/select.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { isServerId, saveRoles, useChoices } from './use-roles.ts'

interface Values {
  server_id: string
  /** By team; empty: no role. */
  team_roles: Record<string, string>
  lead_role_id: string
}

const valuesOf = ({ server_id, team_roles, lead_role_id }: DiscordRoles): Values => ({
  server_id: server_id ?? '',
  team_roles: Object.fromEntries(team_roles.map(({ team_id, role_id }) => [team_id, role_id])),
  lead_role_id: lead_role_id ?? '',
})

interface FormProps {
  event: Event
  roles: DiscordRoles
}

/** The server, and a role for each team and for leads. */
export function RolesForm({ event, roles }: FormProps) {
  const draft = useDraft('discord_roles', String(event.id), valuesOf(roles), { version: roles.version ?? 0 })
  const { form, formProps } = useWriteForm({
    draft,
    send: ({ server_id, team_roles, lead_role_id }: Values) =>
      saveRoles(event, {
        server_id,
        team_roles: event.teams.flatMap(({ id }) => (team_roles[id] ? [{ team_id: id, role_id: team_roles[id] }] : [])),
        lead_role_id: lead_role_id === '' ? null : lead_role_id,
        is_on: roles.is_on,
        base_version: draft.state.get().base.version || null,
      }),
    readSaved: (saved: DiscordRoles) => ({ values: valuesOf(saved), version: saved.version ?? 0 }),
    onSaved: () => showToast(t('discord.saved')),
  })
  const values = useStore(form.store, (state) => state.values)
  const choices = useChoices(event, values.server_id)
  const fit = (choices?.roles ?? []).filter(({ is_fit }) => is_fit).map(({ id, name }) => ({ value: id, label: name }))
  /** A stored role stays in the list, so that a form without an answer from Discord shows what is stored. */
  const choicesFor = (stored: string) => [
    { value: '', label: t('discord.noRole') },
    ...fit,
    ...(stored === '' || fit.some(({ value }) => value === stored)
      ? []
      : [{ value: stored, label: t('discord.missingRole', { id: stored }) }]),
  ]
  return (
    <Form {...formProps} className="discord-form" buttons={<SubmitButton>{t('discord.save')}</SubmitButton>}>
      <form.AppField
        name="server_id"
        validators={{ onSubmit: ({ value }) => (isServerId(value) ? undefined : t('discord.serverInvalid')) }}
      >
        {(field) => (
          <field.TextField
            label={t('discord.server')}
            help={t('discord.serverHelp')}
            maxLength={20}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </form.AppField>
      {isServerId(values.server_id) && choices === undefined && <p role="status">{t('discord.loading')}</p>}
      {choices && choices.problem !== null && <p className="field-error">{t(`discord.problem.${choices.problem}`)}</p>}
      {choices?.problem === null && (
        <>
          <p className="field-hint">{t('discord.fitHelp')}</p>
          <div className="discord-pairs">
            <form.AppField name="team_roles">
              {(field) => (
                <>
                  {event.teams.map(({ id, name }) => (
                    <Field key={id} label={t('discord.teamRole', { team: name })}>
                      <SelectControl
                        value={values.team_roles[id] ?? ''}
                        choices={choicesFor(values.team_roles[id] ?? '')}
                        onChange={(role_id) => field.handleChange({ ...values.team_roles, [id]: role_id })}
                      />
                    </Field>
                  ))}
                </>
              )}
            </form.AppField>
            <form.AppField name="lead_role_id">
              {(field) => (
                <field.SelectField
                  label={t('discord.leadRole')}
                  help={t('discord.leadHelp')}
                  choices={choicesFor(values.lead_role_id)}
                />
              )}
            </form.AppField>
          </div>
        </>
      )}
    </Form>
  )
}

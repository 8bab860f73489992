import './guild-logs.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-guild-logs.ts'
import type { Guild } from '@muster/contract/guilds'
import { Failure } from '../../../api/calls/failure.ts'
import { queryClient, read } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useEvent, useEventKey, useTeams } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { readId } from '../../../lib/text/search.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { required } from '../../../ui/forms/required.ts'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { FormDialog } from '../kit/form-sheet.tsx'
import { saveGuild } from './use-guilds.ts'

interface GuildFormProps {
  /** The guild to rename; null for a new one. */
  guild: Guild | null
  onClose: () => void
}

/** Registers a guild for the lead's team, or renames it. */
export const GuildDialog = ({ guild, onClose }: GuildFormProps) => (
  <FormDialog title={guild ? t('guildLogs.renameTitle', { name: guild.name }) : t('guildLogs.register')} onClose={onClose}>
    <GuildForm guild={guild} onClose={onClose} />
  </FormDialog>
)

const largestId = 2 ** 31 - 1
/** A number, or the number at the end of an address. */
function readGuildNumber(text: string): number | undefined {
  const id = readId(text.match(/\d+/g)?.at(-1))
  return id !== undefined && id <= largestId ? id : undefined
}

function GuildForm({ guild, onClose }: GuildFormProps) {
  const event = useEventKey()
  const event_id = useEvent()?.id
  const teams = useTeams()
  /** Adds the owner's name to the refusal, from the list of guilds. */
  async function nameOwner(failure: Failure, id: number): Promise<Failure> {
    const guilds = await queryClient.fetchQuery({ ...read('getGuilds', { eventId: event }), staleTime: 0 }).catch(() => [])
    const team = teams.find((one) => one.id === guilds.find((known) => known.id === id)?.team_id)
    const sentence = team ? t('guildLogs.taken', { team: team.name }) : t('guildLogs.takenBySomebody')
    return new Failure(failure.status, failure.code, sentence)
  }
  const { form, formProps } = useWriteForm({
    draft: useDraft('guild', guild?.id ?? `new.${event_id}`, {
      id: guild ? String(guild.id) : '',
      name: guild?.name ?? '',
      tag: guild?.tag ?? '',
    }),
    refusals: { guild_taken: 'id' },
    send: async ({ id, name, tag }) => {
      const number = readGuildNumber(id) as Guild['id']
      try {
        return await saveGuild(event, { id: number, name: name.trim(), tag: tag.trim() })
      } catch (failure) {
        throw failure instanceof Failure && failure.code === 'guild_taken' ? await nameOwner(failure, number) : failure
      }
    },
    onSaved: (saved) => showToast(t(guild ? 'guildLogs.renamed' : 'guildLogs.registered', { name: saved.name })),
    onDone: onClose,
  })
  return (
    <Form
      {...formProps}
      buttons={
        <>
          <Button onClick={onClose}>{t('confirm.keep')}</Button>
          <SubmitButton>{t(guild ? 'guildLogs.renameAct' : 'guildLogs.registerAct')}</SubmitButton>
        </>
      }
    >
      <form.AppField
        name="id"
        validators={{
          onSubmit: ({ value }) => (readGuildNumber(value) === undefined ? t('guildLogs.idRequired') : undefined),
        }}
      >
        {(field) => (
          <field.TextField label={t('guildLogs.fieldId')} help={t('guildLogs.fieldIdHelp')} disabled={guild !== null} />
        )}
      </form.AppField>
      <form.AppField name="name" validators={required(t('guildLogs.nameRequired'))}>
        {(field) => <field.TextField label={t('guildLogs.fieldName')} maxLength={200} />}
      </form.AppField>
      <form.AppField name="tag" validators={required(t('guildLogs.tagRequired'))}>
        {(field) => <field.TextField label={t('guildLogs.fieldTag')} help={t('guildLogs.fieldTagHelp')} maxLength={40} />}
      </form.AppField>
    </Form>
  )
}

import '../../../messages/admin.ts'
import '../../../messages/admin-plan.ts'
import { suggestionLength, type TeamPlan, type TeamSuggestion } from '@muster/contract/suggestions'
import { useState } from 'react'
import { callWrite } from '../../../api/calls/writes.ts'
import { Failure } from '../../../api/calls/failure.ts'
import { eventInput } from '../../../api/calls/queries.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { useEvent, useEventKey } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { ConflictNotice } from '../kit/conflict-notice.tsx'
import { fetchPlan, inQueue } from './use-plan-edits.ts'

interface TextFormProps {
  objective_id: number
  /** The current entry; null if there is none yet. */
  entry: TeamSuggestion | null
  label: string
  /** The text cannot be empty. */
  isRequired?: boolean
  onDone: () => void
}

const findEntry = (plan: TeamPlan, objective_id: number) =>
  [plan.message, ...plan.entries].find((entry) => entry?.objective_id === objective_id) ?? null

/** The text of an entry, or the message to the team. Another lead's change is shown, not overwritten. */
export function TextForm({ objective_id, entry, label, isRequired = false, onDone }: TextFormProps) {
  const event = useEventKey()
  const event_id = useEvent()?.id
  const draft = useDraft(
    'suggestion',
    `${event_id}.${objective_id}`,
    { extra: entry?.extra ?? '' },
    { version: entry?.version ?? 0 },
  )
  const [theirs, setTheirs] = useState<TeamSuggestion | null>(null)
  const { form, formProps } = useWriteForm({
    draft,
    send: ({ extra }) =>
      inQueue(async () => {
        const { base } = draft.state.get()
        const write = (base_version: number) => {
          const body = { extra: extra.trim(), base_version }
          return callWrite('createObjectiveTeamSuggestion', { ...eventInput(event), objective_id, body })
        }
        try {
          await write(base.version)
          return { saved: findEntry(await fetchPlan(event), objective_id) }
        } catch (failure) {
          if (failure instanceof Failure && failure.code === 'changed_meanwhile') {
            const found = findEntry(await fetchPlan(event), objective_id)
            // Planned or moved meanwhile, perhaps by a pending edit of the viewer: the text is unchanged.
            if (found && found.extra === base.values.extra) {
              await write(found.version)
              return { saved: findEntry(await fetchPlan(event), objective_id) }
            }
            // A removed entry has no text to choose from: saving restores it with this one.
            if (found) setTheirs(found)
            else draft.continueFrom({ values: { extra: '' }, version: 0 }, { extra })
          }
          throw failure
        }
      }),
    readSaved: ({ saved }, sent) => ({ values: saved ? { extra: saved.extra } : sent, version: saved?.version ?? 0 }),
    onDone,
  })
  return (
    <Form
      {...formProps}
      className="lead-plan-text"
      buttons={
        <>
          <Button onClick={onDone}>{t('confirm.keep')}</Button>
          <SubmitButton>{t('leadPlan.save')}</SubmitButton>
        </>
      }
    >
      {theirs && (
        <form.Subscribe selector={({ values }) => values}>
          {(mine) => (
            <ConflictNotice
              base={draft.state.get().base.values}
              theirs={{ extra: theirs.extra }}
              mine={mine}
              nameField={() => label}
              showValue={(_, value) => value}
              onResolve={({ extra }) => {
                draft.continueFrom({ values: { extra: theirs.extra }, version: theirs.version }, { extra })
                form.setFieldValue('extra', extra)
                setTheirs(null)
              }}
            />
          )}
        </form.Subscribe>
      )}
      <form.AppField
        name="extra"
        validators={{
          onSubmit: ({ value }) => {
            if (isRequired && value.trim() === '') return t('leadPlan.textRequired')
            return value.length > suggestionLength ? t('leadPlan.tooLong', { most: formatCount(suggestionLength) }) : undefined
          },
        }}
      >
        {(field) => (
          <form.Subscribe selector={({ values }) => values.extra.length}>
            {(length) => (
              <field.TextAreaField
                label={label}
                rows={3}
                help={t('leadPlan.length', { count: formatCount(length), most: formatCount(suggestionLength) })}
              />
            )}
          </form.Subscribe>
        )}
      </form.AppField>
    </Form>
  )
}

import './invitations.css'
import '../../../messages/admin-invitations.ts'
import type { NewInvitation } from '@muster/contract/invitations'
import { useStore } from '@tanstack/react-form'
import { callWrite } from '../../../api/calls/writes.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { t } from '../../../lib/text/messages.ts'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'

/** Upper bound for the links that the server makes at once. */
const maxLinks = 50
const periods = ['1', '24', '168', '720'] as const
type Period = (typeof periods)[number]
const fresh = { count: '1', valid_hours: '168' as Period, name: '' }

const readCount = (text: string): number | null => {
  const count = Number(text)
  return /^\d+$/.test(text.trim()) && count >= 1 && count <= maxLinks ? count : null
}

interface FormProps {
  /** Links are waiting to be copied, so the button is not the filled one. */
  isAside?: boolean
  onMade: (made: readonly NewInvitation[]) => void
}

/** Makes links for new accounts. */
export function InvitationsForm({ isAside = false, onMade }: FormProps) {
  const { form, formProps } = useWriteForm({
    draft: useDraft('invitations', 'new', fresh, { isValid: ({ valid_hours }) => periods.includes(valid_hours) }),
    send: ({ count, valid_hours, name }) =>
      callWrite('createInvitations', { body: { count: readCount(count), valid_hours: Number(valid_hours), name: name.trim() } }),
    readSaved: () => ({ values: fresh, version: 0 }),
    onSaved: onMade,
    onDone: (_made, reset) => reset(fresh),
  })
  const count = readCount(useStore(form.store, ({ values }) => values.count)) ?? 1
  return (
    <Form
      {...formProps}
      className="invite-form"
      buttons={<SubmitButton kind={isAside ? 'plain' : 'primary'}>{t('invite.make', { count })}</SubmitButton>}
    >
      <form.AppField
        name="count"
        validators={{
          onSubmit: ({ value }) => (readCount(value) === null ? t('invite.countInvalid', { most: maxLinks }) : undefined),
        }}
      >
        {(field) => <field.NumberField label={t('invite.count')} help={t('invite.countHelp', { most: maxLinks })} />}
      </form.AppField>
      <form.AppField name="valid_hours">
        {(field) => (
          <field.SelectField
            label={t('invite.hours')}
            choices={periods.map((value) => ({ value, label: t(`invite.hours.${value}`) }))}
          />
        )}
      </form.AppField>
      <form.AppField name="name">
        {(field) => (
          <field.TextField label={t('invite.name')} help={t('invite.nameHelp')} maxLength={100} dir="auto" autoComplete="off" />
        )}
      </form.AppField>
    </Form>
  )
}

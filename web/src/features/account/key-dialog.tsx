import '../../messages/keys.ts'
import { keyNameLength, type MadeKey } from '@muster/contract/keys'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { callWrite } from '../../api/calls/writes.ts'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { t } from '../../lib/text/messages.ts'
import { useServerNow } from '../../api/live/clock.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { required } from '../../ui/forms/required.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'

const day_ms = 86_400_000
/** Days until the key expires. */
const ends = ['30', '90', '365', 'never'] as const
type End = (typeof ends)[number]
const fresh = { name: '', team: false, own: false, end: '90' as End }

const toTime = (end: End, now: number) => (end === 'never' ? null : new Date(now + Number(end) * day_ms).toISOString())

/** Makes a key. The answer has its text, which the draft never contains. */
export function KeyDialog({ onMade, onClose }: { onMade: (made: MadeKey) => void; onClose: () => void }) {
  const now = useServerNow(60_000)
  const { form, formProps } = useWriteForm({
    draft: useDraft('key', 'new', fresh, { isValid: ({ end }) => ends.includes(end) }),
    send: ({ name, team, own, end }) =>
      callWrite('makeOwnKey', {
        body: {
          name: name.trim(),
          scopes: ['public', ...(team ? (['team'] as const) : []), ...(own ? (['own'] as const) : [])],
          expires_at: toTime(end, now),
        },
      }),
    readSaved: () => ({ values: fresh, version: 0 }),
    onSaved: onMade,
    onDone: onClose,
    wireNames: { end: 'expires_at' },
  })
  return (
    <Dialog title={t('keys.newTitle')} onClose={onClose}>
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={onClose}>{t('keys.cancel')}</Button>
            <SubmitButton>{t('keys.make')}</SubmitButton>
          </>
        }
      >
        <form.AppField name="name" validators={required(t('keys.nameMissing'))}>
          {(field) => (
            <field.TextField
              label={t('keys.name')}
              help={t('keys.nameHint')}
              maxLength={keyNameLength}
              dir="auto"
              autoComplete="off"
            />
          )}
        </form.AppField>
        <fieldset className="form-choice">
          <legend className="field-label">{t('keys.reads')}</legend>
          <p>{t('keys.public')}</p>
          <form.AppField name="team">{(field) => <field.CheckField label={t('keys.team')} />}</form.AppField>
          <form.AppField name="own">{(field) => <field.CheckField label={t('keys.own')} />}</form.AppField>
        </fieldset>
        <form.AppField name="end">
          {(field) => (
            <field.SelectField label={t('keys.end')} choices={ends.map((value) => ({ value, label: t(`keys.end.${value}`) }))} />
          )}
        </form.AppField>
      </Form>
    </Dialog>
  )
}

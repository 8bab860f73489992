import './wishes.css'
import '../../messages/wishes.ts'
import type { WishReading } from '@muster/contract/wishes'
import { useState } from 'react'
import { callPlain } from '../../api/calls/client.ts'
import { eventInput } from '../../api/calls/queries.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { useEvent, useEventKey } from '../../api/scores/event.ts'
import { t } from '../../lib/text/messages.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { FoundItems } from './found-items.tsx'

/** Adds wishes of the viewer: reads a text, shows what it names, and adds what stays ticked. */
export function WishForm({ own }: { own: number }) {
  const event = useEventKey()
  const event_id = useEvent()?.id
  const [found, setFound] = useState<{ readonly reading: WishReading; readonly number: number } | null>(null)
  const { form, formProps } = useWriteForm({
    draft: useDraft('wish', `${event_id}.new`, { text: '' }),
    send: ({ text }) => callPlain('readWishes', { ...eventInput(event), body: { text: text.trim() } }),
    onDone: (reading, reset) => {
      reset({ text: '' })
      setFound((before) => ({ reading, number: (before?.number ?? 0) + 1 }))
    },
  })
  return (
    <section className="wish-new" aria-label={t('wishes.text')}>
      <Form {...formProps} className="wish-form" buttons={<SubmitButton>{t('wishes.find')}</SubmitButton>}>
        <form.AppField
          name="text"
          validators={{ onSubmit: ({ value }) => (value.trim() === '' ? t('wishes.required') : undefined) }}
        >
          {(field) => <field.TextAreaField label={t('wishes.text')} rows={2} help={t('wishes.textHelp')} />}
        </form.AppField>
      </Form>
      {/* The ticks belong to one answer. */}
      {found && <FoundItems key={found.number} reading={found.reading} own={own} onDone={() => setFound(null)} />}
    </section>
  )
}

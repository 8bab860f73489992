import './rules-page.css'
import '../../messages/rules.ts'
import { type EventRules, rulesLength } from '@muster/contract/event-rules'
import { useStore } from '@tanstack/react-form'
import { useDeferredValue, useId, useState } from 'react'
import { callWrite } from '../../api/calls/writes.ts'
import { useEvent, useEventKey } from '../../api/scores/event.ts'
import { Failure } from '../../api/calls/failure.ts'
import { eventInput, queryClient } from '../../api/calls/queries.ts'
import { useWriteForm } from '../../api/calls/write-form.tsx'
import { useDraft } from '../../api/drafts/use-draft.ts'
import { useStored } from '../../lib/store.ts'
import { t } from '../../lib/text/messages.ts'
import { formatCount } from '../../lib/text/numbers.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { RichText } from '../../ui/layout/rich-text.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { readRules } from './read-rules.ts'

/** Writes the next version, with a preview beside it. */
export function RulesEditor({ rules, onClose }: { rules: EventRules; onClose: () => void }) {
  const event_id = useEvent()?.id
  const draft = useDraft('event_rules', `${event_id}`, { text: rules.text }, { version: rules.latest_version })
  const { base } = useStored(draft.state)
  /** A version published by another organiser meanwhile. */
  const [theirs, setTheirs] = useState<EventRules | null>(null)
  const save = useSave((published, typed) => {
    draft.continueFrom({ values: { text: published.text }, version: published.latest_version }, typed)
    setTheirs(published)
  })
  const { form, formProps } = useWriteForm({
    draft,
    send: (values) => save(values, draft.state.get().base.version),
    readSaved: (written) => ({ values: { text: written.text }, version: written.latest_version }),
    onSaved: (written) => showToast(t('rules.saved', { version: written.version })),
    onDone: onClose,
  })
  const text = useStore(form.store, ({ values }) => values.text)
  const [isLeaving, setLeaving] = useState(false)
  const preview = useDeferredValue(text)
  const id = useId()
  const isDirty = text !== base.values.text
  const isTooLong = text.length > rulesLength
  const takeTheirs = (published: EventRules) => {
    form.setFieldValue('text', published.text)
    setTheirs(null)
    const putBack = () => {
      form.setFieldValue('text', text)
      setTheirs(published)
    }
    showToast(t('rules.tookTheirs', { version: published.version }), { action: { label: t('rules.putBack'), run: putBack } })
  }
  const discard = () => {
    draft.discard({ text })
    onClose()
  }
  return (
    <div className="rules-editor">
      <Form
        {...formProps}
        buttons={
          <>
            <Button onClick={() => (isDirty ? setLeaving(true) : onClose())}>{t('rules.cancel')}</Button>
            <SubmitButton disabled={!isDirty || isTooLong}>{t('rules.save', { version: base.version + 1 })}</SubmitButton>
          </>
        }
      >
        <form.AppField
          name="text"
          validators={{
            onChange: ({ value }) => (value.length > rulesLength ? t('rules.tooLong', lengthsOf(value)) : undefined),
          }}
        >
          {(field) => (
            <field.TextAreaField
              label={t('rules.field')}
              help={
                <span>
                  {t('rules.help')} <span className="num">{t('rules.left', lengthsOf(text))}</span>
                </span>
              }
            />
          )}
        </form.AppField>
      </Form>
      {theirs && (
        <section className="rules-theirs">
          <label className="field-label" htmlFor={`${id}-theirs`}>
            {t('rules.theirText', { version: theirs.version })}
          </label>
          <textarea id={`${id}-theirs`} className="input text-area" readOnly value={theirs.text} />
          <Button onClick={() => takeTheirs(theirs)}>{t('rules.takeTheirs')}</Button>
        </section>
      )}
      <section aria-labelledby={`${id}-preview`}>
        <h2 className="field-label" id={`${id}-preview`}>
          {t('rules.preview')}
        </h2>
        <div className="rules-preview">
          {preview.trim() === '' ? (
            <p className="quieter">{t('rules.previewEmpty')}</p>
          ) : (
            <RichText text={preview} prefix="preview" headingLevel={3} />
          )}
        </div>
      </section>
      <Dialog
        title={t('rules.discard')}
        isOpen={isLeaving}
        onClose={() => setLeaving(false)}
        footer={
          <>
            <Button onClick={() => setLeaving(false)}>{t('rules.keep')}</Button>
            <Button kind="bad" onClick={discard}>
              {t('rules.discardNow')}
            </Button>
          </>
        }
      >
        {t('rules.discardText', { version: rules.version, count: formatCount(text.length) })}
      </Dialog>
    </div>
  )
}

const lengthsOf = (text: string) => ({ count: formatCount(text.length), most: formatCount(rulesLength) })

/** Publishes a text on top of a version. If another organiser was faster, their version is the next one to replace. */
function useSave(onTheirs: (rules: EventRules, typed: { text: string }) => void) {
  const event = useEventKey()
  const newest = readRules(event, undefined)
  return async ({ text }: { text: string }, base_version: number): Promise<EventRules> => {
    try {
      const written = await callWrite('writeEventRules', {
        ...eventInput(event),
        body: { text, base_version },
      })
      queryClient.setQueryData(newest.queryKey, written)
      return written
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.code !== 'rules_changed') throw failure
      const theirs = await queryClient.fetchQuery({ ...newest, staleTime: 0 }).catch(() => null)
      if (!theirs) throw failure
      // The button shows its number, too.
      onTheirs(theirs, { text })
      throw new Failure(failure.status, failure.code, t('rules.theirs', { version: theirs.version }))
    }
  }
}

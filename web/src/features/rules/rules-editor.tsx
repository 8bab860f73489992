import './rules-page.css'
import '../../messages/rules.ts'
import { type EventRules, rulesLength } from '@muster/contract/event-rules'
import { useBlocker } from '@tanstack/react-router'
import { useDeferredValue, useId, useState } from 'react'
import { call } from '../../api/client.ts'
import { useEventKey } from '../../api/event.ts'
import { Failure } from '../../api/failure.ts'
import { eventInput, queryClient } from '../../api/queries.ts'
import { t } from '../../lib/messages.ts'
import { formatCount } from '../../lib/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { readRules } from './read-rules.ts'

/**
 * Writes the next version, with a preview beside it. Nothing that was typed is lost: a refusal keeps it, and leaving asks
 * first.
 */
export function RulesEditor({ rules, onClose }: { rules: EventRules; onClose: () => void }) {
  const [text, setText] = useState(rules.text)
  const [base, setBase] = useState(rules)
  const { isBusy, problem, save } = useSave(base, setBase, onClose)
  const [isLeaving, setLeaving] = useState(false)
  const preview = useDeferredValue(text)
  const id = useId()
  const isDirty = text !== base.text
  const isTooLong = text.length > rulesLength
  const blocker = useBlocker({ shouldBlockFn: () => isDirty && !isBusy, enableBeforeUnload: () => isDirty, withResolver: true })
  const isBlocked = blocker.status === 'blocked'
  const leave = () => (isBlocked ? blocker.proceed() : onClose())
  const stay = () => {
    setLeaving(false)
    if (isBlocked) blocker.reset()
  }
  return (
    <form
      className="rules-editor"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !isTooLong) void save(text)
      }}
    >
      <div>
        <label className="field-label" htmlFor={`${id}-text`}>
          {t('rules.field')}
        </label>
        <textarea
          id={`${id}-text`}
          className="input rules-input"
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-describedby={`${id}-help ${id}-count`}
          aria-invalid={isTooLong}
          dir="auto"
        />
        <p className="field-hint" id={`${id}-help`}>
          {t('rules.help')}
        </p>
        <p className={isTooLong ? 'field-error' : 'field-hint num'} id={`${id}-count`}>
          {t(isTooLong ? 'rules.tooLong' : 'rules.left', { count: formatCount(text.length), most: formatCount(rulesLength) })}
        </p>
        {problem !== null && (
          <p className="rules-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="rules-buttons">
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isDirty || isTooLong}>
            {t('rules.save', { version: base.latest_version + 1 })}
          </Button>
          <Button onClick={() => (isDirty ? setLeaving(true) : onClose())}>{t('rules.cancel')}</Button>
        </div>
      </div>
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
        closeLabel={t('close')}
        isOpen={isLeaving || isBlocked}
        onOpenChange={(isOpen) => !isOpen && stay()}
        footer={
          <>
            <Button onClick={stay}>{t('rules.keep')}</Button>
            <Button kind="bad" onClick={leave}>
              {t('rules.discardNow')}
            </Button>
          </>
        }
      >
        {t('rules.discardText', { version: base.version, count: formatCount(text.length) })}
      </Dialog>
    </form>
  )
}

function useSave(base: EventRules, setBase: (rules: EventRules) => void, onClose: () => void) {
  const event = useEventKey()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const newest = readRules(event, undefined)
  async function save(text: string) {
    setBusy(true)
    setProblem(null)
    try {
      const written = await call('writeEventRules', { ...eventInput(event), body: { text, base_version: base.latest_version } })
      queryClient.setQueryData(newest.queryKey, written)
      showToast(t('rules.saved', { version: written.version }))
      onClose()
    } catch (failure) {
      setProblem(failure instanceof Failure ? failure.message : t('failure.ours'))
      // Somebody else was faster: from here on theirs is what would be replaced, and the button says so by its number.
      if (failure instanceof Failure && failure.code === 'rules_changed') {
        const theirs = await queryClient.fetchQuery({ ...newest, staleTime: 0 }).catch(() => null)
        if (theirs) {
          setBase(theirs)
          setProblem(t('rules.theirs', { version: theirs.version }))
        }
      }
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, save }
}

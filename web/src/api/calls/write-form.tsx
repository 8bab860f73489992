import '../../messages/drafts.ts'
import { useContext, useEffect, useRef, useState } from 'react'
import { useIsSessionHeld } from '../../lib/browser/session.ts'
import { isSame } from '../../lib/same.ts'
import { useStored } from '../../lib/store.ts'
import { t } from '../../lib/text/messages.ts'
import { useIsShown } from '../../lib/use-is-shown.ts'
import { type Attempt, UnsavedContext } from '../../ui/forms/form-context.ts'
import { useAppForm } from '../../ui/forms/form.tsx'
import { showToast } from '../../ui/overlays/show-toast.ts'
import { DraftNotice } from '../drafts/draft-notice.tsx'
import type { Versioned } from '../drafts/drafts.ts'
import type { FormDraft } from '../drafts/use-draft.ts'
import { LoginEnded } from '../people/login-ended.tsx'
import { WriteProblem } from './write-problem.tsx'
import { useWrite } from './writes.ts'

interface WriteForm<V, R> {
  /** The fields, with the API's names, so that an error finds its field; they are kept in the browser until they are sent. */
  draft: FormDraft<V>
  /** Sends the validated values. null: the person did not confirm. */
  send: (values: V) => Promise<R>
  /** Called with each answer, even if the person has left the form or typed on: shows a message, and keeps the reply. */
  onSaved?: (reply: R & {}) => void
  /** Called if the form is still open and nothing was typed since: closes it. `reset` replaces the values. */
  onDone?: (reply: R & {}, reset: (values: V) => void) => void
  /** The saved object, for input that was typed meanwhile. Without it, that input continues from the values sent. */
  readSaved?: (reply: R & {}, sent: V) => Versioned<V> & { readonly id?: string }
  /** Input typed meanwhile, as a change of the saved object. */
  rebase?: (typed: V, sent: V, saved: V) => V
  /** Fields with another name in the API. */
  wireNames?: { readonly [F in keyof V]?: string }
  /** Error codes about one field of the API: `{ partner_not_found: 'partner_account_name' }`. */
  refusals?: Readonly<Record<string, string>>
  /** Fields with several parts, each of which shows its own error. */
  groups?: readonly (keyof V & string)[]
}

/**
 * A form that sends a change. Nothing typed is lost: input is a draft until it is sent, a failure keeps the values, and an answer
 * never replaces what was typed after sending. The server's error for a field is beside it until the field is changed, and any
 * other error is above the buttons.
 */
export function useWriteForm<V extends object, R>({
  draft,
  send,
  onSaved,
  onDone,
  readSaved,
  rebase,
  wireNames = {},
  refusals = {},
  groups = [],
}: WriteForm<V, R>) {
  const [defaultValues, setDefaultValues] = useState(draft.start)
  const [sent, setSent] = useState<V>(draft.start)
  /** Input was typed while the previous one was being saved. */
  const [isLater, setLater] = useState(false)
  const isShown = useIsShown()
  const isHeld = useIsSessionHeld()
  const show = (next: V) => {
    setDefaultValues(next)
    form.reset(next)
  }
  const take = (reply: R & {}, input: V) => {
    const typed = form.state.values
    onSaved?.(reply)
    const { version } = draft.state.get().base
    const { id, ...saved } = readSaved?.(reply, input) ?? { values: input, version }
    if (isShown.current && !isSame(typed, input)) {
      const next = rebase ? rebase(typed, input, saved.values) : typed
      draft.continueFrom(saved, next, id)
      for (const field of Object.keys(next) as (keyof V & string)[])
        if (next[field] !== typed[field]) form.setFieldValue(field, next[field] as never)
      setLater(true)
      return
    }
    draft.sent(input, saved, id)
    const reset = (values: V) => {
      draft.continueFrom({ values, version: saved.version }, values)
      show(values)
    }
    if (isShown.current) onDone?.(reply, reset)
  }
  const write = useWrite(send, {
    fields: refusals,
    onDone: (reply, input) => {
      // The input was not sent, because the person did not confirm.
      if (reply !== null && reply !== undefined) take(reply, input)
    },
    onFailed: ({ message }) => {
      const text = draft.isKept() ? t('draft.notSentText', { problem: message }) : message
      if (!isShown.current) showToast(t('draft.notSent'), { text, kind: 'bad' })
    },
  })
  const form = useAppForm({
    defaultValues,
    // Errors may resolve over time, so every attempt validates again.
    canSubmitWhenInvalid: true,
    onSubmit: ({ value }) => {
      setSent(value)
      setLater(false)
      write.run(value)
    },
  })
  useKeptInput(form, draft, show)
  const nameOnWire = (field: string) => wireNames[field as keyof V] ?? field
  const isAsSent = (field: string, value: unknown) => sent[field as keyof V] === value
  const attempt: Attempt = {
    isBusy: write.is_busy,
    problemOf: (field, value, part) =>
      isAsSent(field, value)
        ? write.problemOf(part === undefined ? nameOnWire(field) : `${nameOnWire(field)}.${part}`)
        : undefined,
  }
  const fields = Object.entries(form.fieldInfo as Record<string, { instance: unknown }>).flatMap(([field, { instance }]) =>
    instance ? [field] : [],
  )
  const problem = isHeld ? (
    <LoginEnded hasDraft={draft.isKept()} />
  ) : (
    <form.Subscribe
      selector={({ values: now }) => fields.filter((field) => !isAsSent(field, now[field as keyof V])).map(nameOnWire)}
    >
      {(edited) => <WriteProblem write={write} fields={fields.map(nameOnWire)} groups={groups.map(nameOnWire)} edited={edited} />}
    </form.Subscribe>
  )
  const notice = isLater ? (
    <p className="draft-notice" role="status">
      {t('draft.savedBefore')}
    </p>
  ) : (
    <DraftNotice draft={draft} read={() => form.state.values} onShow={show} />
  )
  return { form, show, write, formProps: { attempt, problem, notice, onSubmit: () => form.handleSubmit() } }
}

interface FormStore<V> {
  readonly state: { readonly values: V }
  readonly store: { readonly subscribe: (listener: () => void) => { unsubscribe: () => void } }
}

/** Stores the input of a form as its draft, and reports unsaved input to the sheet around it. */
function useKeptInput<V extends object>(form: FormStore<V>, draft: FormDraft<V>, show: (values: V) => void): void {
  const last = useRef(draft.start)
  useEffect(() => {
    const { unsubscribe } = form.store.subscribe(() => {
      const { values } = form.state
      if (values === last.current) return
      last.current = values
      draft.keep(values)
    })
    return unsubscribe
  }, [form, draft])
  const { isUnsaved } = useStored(draft.state)
  const report = useContext(UnsavedContext)
  const discard = useRef(() => {})
  useEffect(() => {
    discard.current = () => show(draft.discard(form.state.values))
  })
  useEffect(() => report(isUnsaved ? () => discard.current() : null), [report, isUnsaved])
}

import '../../../messages/admin.ts'
import './kit.css'
import { type ReactNode, useId, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { mergeEdits } from './merge-edits.ts'

interface ConflictNoticeProps<V extends object> {
  /** The starting version, the saved version of the other person, and the input. */
  base: V
  theirs: V
  mine: V
  /** The field's label. */
  nameField: (field: keyof V) => string
  /** A value in words. */
  showValue: (field: keyof V, value: V[keyof V]) => ReactNode
  /** The values to continue with; nothing is saved yet. */
  onResolve: (values: V) => void
}

/**
 * Two people edited the same object (`changed_meanwhile`): asks only about fields that both changed, and keeps the other changes
 * of both.
 */
export function ConflictNotice<V extends object>(props: ConflictNoticeProps<V>) {
  const { base, theirs, mine, nameField, showValue, onResolve } = props
  const { merged, conflicts, taken } = mergeEdits(base, theirs, mine)
  const [keepsMine, setKeepsMine] = useState<ReadonlySet<keyof V>>(new Set())
  const id = useId()
  const choose = (field: keyof V, isMine: boolean) => {
    const next = new Set(keepsMine)
    if (isMine) next.add(field)
    else next.delete(field)
    setKeepsMine(next)
  }
  const resolve = () => {
    const values = { ...merged }
    for (const field of keepsMine) values[field] = mine[field]
    onResolve(values)
  }
  return (
    <section className="conflict" role="alert">
      <p className="conflict-title">
        <Icon name="warning" size={14} />
        {t('conflict.title')}
      </p>
      <p>{t(conflicts.length === 0 ? 'conflict.none' : 'conflict.choose')}</p>
      {conflicts.map((field) => (
        <fieldset key={String(field)} className="conflict-field">
          <legend>{nameField(field)}</legend>
          {[false, true].map((isMine) => (
            <label key={String(isMine)} className="check">
              <input
                type="radio"
                name={`${id}-${String(field)}`}
                checked={keepsMine.has(field) === isMine}
                onChange={() => choose(field, isMine)}
              />
              <span>
                <span className="conflict-side">{t(isMine ? 'conflict.mine' : 'conflict.theirs')}</span>
                {showValue(field, (isMine ? mine : theirs)[field])}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {taken.length > 0 && (
        <p className="quieter">
          {t('conflict.merged', { count: taken.length })} {taken.map(nameField).join(', ')}
        </p>
      )}
      <Button onClick={resolve}>{t('conflict.apply')}</Button>
    </section>
  )
}

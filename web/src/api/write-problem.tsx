import { t } from '../lib/messages.ts'
import { Icon } from '../ui/icon.tsx'
import type { Write } from './writes.ts'

/**
 * Why a form was not taken, above its buttons. `fields` are those that show their own problem: when the refusal is about
 * them alone, a pointer to them is enough.
 */
export function WriteProblem({ write, fields = [] }: { write: Write<never>; fields?: readonly string[] }) {
  const { failure, problemOf } = write
  if (failure === null) return null
  const isShown = fields.some((field) => problemOf(field) !== undefined)
  const others = failure.problems.filter(({ field }) => !fields.includes(field))
  return (
    <div className="form-problem" role="alert">
      <Icon name="warning" size={14} />
      <p>
        {isShown && others.length === 0 ? t('form.check') : failure.message}
        {others.map(({ field, problem }) => (
          <span key={`${field} ${problem}`}>{` ${field} ${problem}.`}</span>
        ))}
      </p>
    </div>
  )
}

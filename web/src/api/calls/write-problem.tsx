import { useIsSessionHeld } from '../../lib/browser/session.ts'
import { t } from '../../lib/text/messages.ts'
import { Icon } from '../../ui/marks/icon.tsx'
import { LoginEnded } from '../people/login-ended.tsx'
import type { Write } from './writes.ts'

interface ProblemProps {
  write: Write<never>
  fields?: readonly string[]
  groups?: readonly string[]
  edited?: readonly string[]
}

/**
 * The error of a form, above its buttons. `fields` show their own errors, and in `groups` each part does: if all errors belong to
 * them, a pointer to them is enough, until they were all `edited`.
 */
export function WriteProblem({ write, fields = [], groups = [], edited = [] }: ProblemProps) {
  const { failure, problemOf } = write
  const isHeld = useIsSessionHeld()
  if (failure === null) return null
  if (failure.status === 401) return <LoginEnded hasDraft={isHeld} />
  const groupOf = (field: string) => groups.find((group) => field.startsWith(`${group}.`))
  const ofGroups = failure.problems.flatMap(({ field }) => groupOf(field) ?? [])
  const shown = [...fields.filter((field) => problemOf(field) !== undefined), ...ofGroups]
  // The message already reports the conflict; the version number is meaningless to users.
  const told = failure.problems.filter(({ field }) => !/(^|\.)base_version$/.test(field))
  const others = told.filter(({ field }) => !fields.includes(field) && groupOf(field) === undefined)
  const isOfFields = shown.length > 0 && others.length === 0
  if (isOfFields && shown.every((field) => edited.includes(field))) return null
  return (
    <div className="form-problem" role="alert">
      <Icon name="warning" size={14} />
      <p>
        {isOfFields ? t('form.check') : failure.message}
        {others.map(({ field, problem }) => (
          <span key={`${field} ${problem}`}>{` ${field} ${problem}.`}</span>
        ))}
      </p>
    </div>
  )
}

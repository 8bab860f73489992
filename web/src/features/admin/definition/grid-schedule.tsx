import '../../../messages/admin-grid.ts'
import type { SheetRow } from '@muster/domain/objective-sheet/columns'
import { type Schedule, scheduleRows } from '@muster/domain/objective-sheet/schedule'
import { type ComponentProps, useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, Input } from '../../../ui/forms/fields.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'

interface ScheduleProps {
  rows: readonly SheetRow[]
  schedule: Schedule
  onSchedule: (schedule: Schedule) => void
  onRows: (rows: readonly SheetRow[]) => void
}

const inputs: readonly (readonly [keyof Schedule, ComponentProps<typeof Input>])[] = [
  ['from', { inputMode: 'numeric' }],
  ['to', { inputMode: 'numeric' }],
  ['perDay', { inputMode: 'numeric' }],
  ['time', { type: 'time' }],
  ['day', { type: 'date' }],
  ['hours', { inputMode: 'numeric' }],
]

/** Fills opening and closing times of rows that are released one after the other. */
export function GridSchedule({ rows, schedule, onSchedule, onRows }: ScheduleProps) {
  const [problem, setProblem] = useState<string>()
  const fill = () => {
    const filled = scheduleRows(rows, schedule)
    setProblem(filled.ok ? undefined : filled.problem)
    if (!filled.ok) return
    const count = filled.value.filter((row, at) => row !== rows[at]).length
    onRows(filled.value)
    showToast(t('grid.filled', { count, number: formatCount(count) }))
  }
  return (
    <details className="grid-schedule">
      <summary>{t('grid.schedule')}</summary>
      <div className="grid-schedule-inputs">
        {inputs.map(([name, more]) => (
          <Field key={name} label={t(`grid.schedule.${name}`)}>
            <Input
              {...more}
              autoComplete="off"
              value={schedule[name]}
              onChange={(event) => onSchedule({ ...schedule, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Button onClick={fill}>{t('grid.fill')}</Button>
      </div>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <p className="small quieter">{t('grid.scheduleHelp')}</p>
    </details>
  )
}

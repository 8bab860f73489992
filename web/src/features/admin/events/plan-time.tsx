import { eventColumns } from '@muster/contract/events'
import { formatBeside, formatPlan } from '../kit/format-plan.ts'
import { useZone } from '../kit/use-zone.ts'
import type { DateField } from './event-values.ts'

/** A date of an event in the reader's time zone, and in UTC. */
export function PlanTime({ field, value }: { field: DateField; value: string }) {
  const { zone } = useZone()
  const at = Date.parse(value)
  const beside = formatBeside(at, zone)
  return (
    <time dateTime={value} title={eventColumns[field].label}>
      {formatPlan(at, zone)}
      {beside !== '' && <small>{beside}</small>}
    </time>
  )
}

import { listZones } from '../../../lib/time/event-zone.ts'
import { SelectField } from '../../../ui/forms/typed-fields.tsx'

interface ZoneFieldProps {
  label: string
  help?: string | undefined
  /** The stored zone stays in the list, even if this browser does not know it. */
  zone: string
}

/** A choice among all time zones; inside `form.AppField`. */
export function ZoneField({ label, help, zone }: ZoneFieldProps) {
  const choices = [...new Set([zone, ...listZones()])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))
  return <SelectField label={label} help={help} choices={choices} />
}

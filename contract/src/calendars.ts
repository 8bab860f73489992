import { z } from 'zod'
import { DateTime } from './date-time.ts'

/** The caller's own calendar. The address is its only protection, and is shown once: the database has a hash. */
export const OwnCalendar = z
  .object({
    /** When the address was created; null: there is none. */
    made_at: DateTime.nullable(),
  })
  .meta({ id: 'OwnCalendar' })
export type OwnCalendar = z.output<typeof OwnCalendar>

export const CalendarAddress = z.object({ address: z.url() }).meta({ id: 'CalendarAddress' })
export type CalendarAddress = z.output<typeof CalendarAddress>

const keyLength = 43
/** The key in an own calendar's address. */
export const CalendarKey = z.object({ key: z.string().min(1).max(keyLength) })

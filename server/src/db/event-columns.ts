import { type Event, type EventColumn, eventColumns, eventFields, eventSchemas } from '@muster/contract/events'
import type { ShownEvent } from '@muster/domain/objectives/release'
import type { Row } from './schema.ts'

type Stored<N extends EventColumn> = (typeof eventColumns)[N]['kind'] extends 'moment' ? Date : Event[N]

/** Whether a column may have no value. An empty text is not a value: definition files have no empty texts. */
const mayBeEmpty = (name: EventColumn): boolean => eventFields.some((field) => field.name === name && field.may_be_empty)

/** Converts fields of an event in the API to columns; undefined ones are left out. */
export const toColumns = <N extends EventColumn>(values: { readonly [C in N]?: Event[C] }) =>
  Object.fromEntries(
    Object.entries<unknown>(values).flatMap(([name, value]) => {
      if (value === undefined) return []
      if (value === '' && mayBeEmpty(name as N)) return [[name, null]]
      return [[name, eventColumns[name as N].kind === 'moment' ? new Date(value as string) : value]]
    }),
  ) as unknown as { [C in N]: Stored<C> }

const present = <N extends EventColumn>(row: Row<'events'>, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = row[name as N]
      return [name, value instanceof Date ? value.toISOString() : value]
    }),
  ) as unknown as Pick<Event, N>

/** The columns that organisers edit, in the format of the API. */
export const presentColumns = (row: Row<'events'>) => present<EventColumn>(row, Object.keys(eventColumns))

const archivedNames = Object.keys(eventSchemas('archived'))
/** The columns stored in an archive. */
export const archiveColumns = (row: Row<'events'>) =>
  present<keyof ReturnType<typeof eventSchemas<'archived'>>>(row, archivedNames)

/** The start and end of an event, in the form that the rules use. */
export const spanOf = (row: Pick<Row<'events'>, 'event_start_time' | 'event_end_time'>) => ({
  starts_at: row.event_start_time.getTime(),
  ends_at: row.event_end_time.getTime(),
})

/** The settings that decide when the objectives of an event are shown, in the form that the rule uses. */
export const shownOf = (row: Pick<Row<'events'>, keyof ShownEvent>): ShownEvent => ({
  objectives_shown: row.objectives_shown,
  event_start_time: row.event_start_time.getTime(),
})

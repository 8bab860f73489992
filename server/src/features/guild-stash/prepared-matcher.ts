import type { EventId } from '@muster/contract/ids'
import { createMatcher, type Matcher } from '@muster/domain/conditions/matcher'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { Context } from '../../context.ts'
import { findDefinition, loadDefinition } from '../../db/definition.ts'
import type { Row } from '../../db/schema.ts'
import { loadMatcherOptions } from '../../ingestion/class-table.ts'

interface Prepared {
  readonly sequence: number
  readonly definition: EventDefinition
  readonly matcher: Matcher
}

/** More events than people look into at a time; the one that was not asked for longest goes. */
const most_matchers = 3
const kept = new WeakMap<Context, Map<EventId, Prepared>>()

/** The number of an event's newest definition; 0 before the first. */
export async function findDefinitionSequence(ctx: Context, event_id: EventId): Promise<number> {
  const row = await ctx.db
    .selectFrom('definition_changes')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** The event's conditions, compiled once per definition (D-72), not once per look at a tab. */
export async function prepareMatcher(ctx: Context, event: Row<'events'>): Promise<Prepared> {
  const sequence = await findDefinitionSequence(ctx, event.id)
  const events = kept.get(ctx) ?? new Map<EventId, Prepared>()
  kept.set(ctx, events)
  const known = events.get(event.id)
  if (known && sequence !== 0 && known.sequence === sequence) return keep(events, event.id, known)
  const definition = (await findDefinition(ctx.db, event.id, sequence))?.definition ?? (await loadDefinition(ctx.db, event.id))
  const { matcher } = createMatcher(definition.objectives, await loadMatcherOptions(ctx, event.game_version))
  return keep(events, event.id, { sequence, definition, matcher })
}

/** Newest last. */
function keep(events: Map<EventId, Prepared>, event_id: EventId, prepared: Prepared): Prepared {
  events.delete(event_id)
  events.set(event_id, prepared)
  const [oldest] = events.size > most_matchers ? events.keys() : []
  if (oldest !== undefined) events.delete(oldest)
  return prepared
}

/** The next moment, in milliseconds, at which an objective opens or has closed; undefined when none will. */
export function findNextWindow({ objectives }: EventDefinition, now: number): number | undefined {
  const moments = objectives.flatMap(({ valid_from, valid_to }) => [valid_from, valid_to === null ? null : valid_to + 1])
  const ahead = moments.filter((moment) => moment !== null && moment > now) as number[]
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

import type { EventId } from '@muster/contract/ids'
import { createMatcher, type Matcher } from '@muster/domain/conditions/matcher'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import { findEventOpening, type ShownEvent } from '@muster/domain/objectives/release'
import type { PreparedMatcher } from './caches.ts'
import type { Context } from './context.ts'
import { findDefinition, loadDefinition } from './db/definition.ts'
import type { Row } from './db/schema.ts'
import { loadMatcherOptions } from './ingestion/rules/class-table.ts'

/** The number of an event's newest definition; 0 before the first. */
export async function findDefinitionSequence(ctx: Context, event_id: EventId): Promise<number> {
  const row = await ctx.db
    .selectFrom('definition_changes')
    .select(({ fn }) => fn.max('sequence').as('sequence'))
    .where('event_id', '=', event_id)
    .executeTakeFirst()
  return row?.sequence ?? 0
}

/** The event's conditions, compiled once per definition (D-72), not once for every read of a tab. */
export async function prepareMatcher(ctx: Context, event: Row<'events'>): Promise<PreparedMatcher> {
  const sequence = await findDefinitionSequence(ctx, event.id)
  const known = ctx.caches.matchers.get(event.id)
  if (known && sequence !== 0 && known.sequence === sequence) return known
  const prepared = await prepare(ctx, event, sequence)
  ctx.caches.matchers.set(event.id, prepared)
  return prepared
}

async function prepare(ctx: Context, event: Row<'events'>, sequence: number): Promise<PreparedMatcher> {
  const definition = (await findDefinition(ctx.db, event.id, sequence))?.definition ?? (await loadDefinition(ctx.db, event.id))
  const options = await loadMatcherOptions(ctx, event.game_version)
  const { matcher } = createMatcher(definition.objectives, { ...options, from: 'tabs' })
  let everywhere: Matcher | undefined
  // A definition without a number has no key.
  return {
    sequence,
    definition,
    matcher,
    matchAnywhere: (items, at) => (everywhere ??= createMatcher(definition.objectives, options).matcher).match(items, at),
    mark: sequence === 0 ? Symbol('conditions') : sequence,
  }
}

/** The next moment, in milliseconds, at which an objective opens or has closed; undefined if there is none. */
export function findNextWindow({ objectives }: EventDefinition, event: ShownEvent, now: number): number | undefined {
  const windows = objectives.flatMap(({ valid_from, valid_to }) => [valid_from, valid_to === null ? null : valid_to + 1])
  const ahead = [findEventOpening(event), ...windows].filter((moment) => moment !== null && moment > now) as number[]
  return ahead.length > 0 ? Math.min(...ahead) : undefined
}

import { createHash } from 'node:crypto'
import { PublicStashPage } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { createMatcher, type RefusedCondition } from '@muster/domain/conditions/matcher'
import type { Context } from '../context.ts'
import { findDefinition, loadDefinition } from '../db/definition.ts'
import { loadMatcherOptions } from './class-table.ts'
import { evaluateSnapshots } from './evaluate-snapshots.ts'
import { listParticipants, nameKey } from './participants.ts'
import { packPage, storePage } from './store-page.ts'

export interface ReplayOptions {
  readonly event_id: EventId
  /** League of the page that stands for the event's; default: the event's own. */
  readonly league?: string
  /** Account name in the page to account name of a participant. */
  readonly accounts: ReadonlyMap<string, string>
}

export interface ReplayResult {
  readonly snapshots: number
  readonly facts: number
  readonly refused: readonly RefusedCondition[]
}

export class ReplayError extends Error {
  override readonly name = 'ReplayError'
}

/** Reads a saved page. @throws ReplayError that says what is wrong with it. */
export function parseSavedPage(text: string): PublicStashPage {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new ReplayError(`not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = PublicStashPage.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ReplayError(`not a page of the public stash stream: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

/**
 * Feeds a saved page of the public stash stream through everything that comes after the fetch: the same filter, the same
 * snapshots, the same conditions, the same facts. The stream's own position is not touched. A page replayed again changes
 * nothing, because its tabs already show what they show.
 */
export async function replayPage(ctx: Context, text: string, options: ReplayOptions): Promise<ReplayResult> {
  const page = parseSavedPage(text)
  const event = await ctx.db.selectFrom('events').selectAll().where('id', '=', options.event_id).executeTakeFirst()
  if (!event) throw new ReplayError(`there is no event ${options.event_id}`)
  const participants = new Map((await listParticipants(ctx.db, event.id)).map((one) => [nameKey(one.account_name), one]))
  for (const [inPage, account_name] of options.accounts) {
    const participant = participants.get(nameKey(account_name))
    if (!participant) throw new ReplayError(`"${account_name}" is not the game account of a participant of "${event.name}"`)
    participants.set(nameKey(inPage), participant)
  }
  const definition = (await findDefinition(ctx.db, event.id))?.definition ?? (await loadDefinition(ctx.db, event.id))
  const { matcher, refused } = createMatcher(definition.objectives, await loadMatcherOptions(ctx, event.game_version))
  const tabs = await packPage(page, options.league ?? event.name, participants)
  const change_id = `replay:${createHash('sha256').update(text).digest('hex').slice(0, 32)}:${ctx.clock.now()}`
  return ctx.db.transaction().execute(async (tx) => {
    const snapshots = await storePage(tx, event, tabs, change_id, new Date(ctx.clock.now()))
    let facts = 0
    // Everything that waits is evaluated, so that the answer does not depend on whether the job runs at the same time.
    for (let more = true; more; ) {
      const batch = await evaluateSnapshots(tx, event.id, definition, matcher, 500)
      facts += batch.facts
      more = batch.snapshots > 0
    }
    return { snapshots, facts, refused }
  })
}

import { createHash } from 'node:crypto'
import { PublicStashPage } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import { parseStorable } from '@muster/contract/storable'
import { createMatcher, type RefusedCondition } from '@muster/domain/conditions/matcher'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/connect.ts'
import { isFromSources } from '../../db/ledger.ts'
import { getDefinition } from '../../db/definition.ts'
import { loadMatcherOptions } from '../rules/class-table.ts'
import { evaluateSnapshots } from './evaluate-snapshots.ts'
import { createRuleReader } from '../rules/fact-rules.ts'
import { stashSource } from './observe-snapshots.ts'
import { listParticipants, nameKey } from '../participants.ts'
import { planRematches } from '../rules/plan-rematches.ts'
import { createRematcher, type Write } from '../rules/rematch.ts'
import { pickTabs, storePages } from './store-pages.ts'

export interface ReplayOptions {
  readonly event_id: EventId
  /** League of the page that is mapped to the event's. Without it, the mapped accounts' tabs of all leagues are. */
  readonly league?: string
  /** Account name in the page, and the account name of the participant it is mapped to. */
  readonly accounts: ReadonlyMap<string, string>
}

export interface ReplayResult {
  readonly snapshots: number
  readonly facts: number
  /** Numbers that the page's tabs show now, by objective. */
  readonly shown: readonly { readonly objective_id: number; readonly name: string; readonly number: number }[]
  /** Accounts of the page without a participant, at most ten. */
  readonly accounts: readonly string[]
  readonly refused: readonly RefusedCondition[]
}

export class ReplayError extends Error {
  override readonly name = 'ReplayError'
}

/** Reads a saved page. @throws ReplayError that names its defect. */
export function parseSavedPage(text: string): PublicStashPage {
  let json: unknown
  try {
    json = parseStorable(text).value
  } catch (error) {
    throw new ReplayError(`not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = PublicStashPage.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new ReplayError(`not a page of the public stash stream: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}

function listStrangers(page: PublicStashPage, options: ReplayOptions, participants: ReadonlyMap<string, unknown>): string[] {
  const mapped = new Set([...options.accounts.keys()].map(nameKey))
  const names = new Set(page.stashes.map((stash) => stash.accountName ?? ''))
  return [...names].filter((name) => name !== '' && !mapped.has(nameKey(name)) && !participants.has(nameKey(name))).slice(0, 10)
}

/** Numbers that some sources show now, by objective in the order of the tree. */
async function listShown(tx: Tx, event_id: EventId, sources: readonly string[]): Promise<ReplayResult['shown']> {
  const rows = await tx
    .selectFrom('facts')
    .innerJoin('objectives', 'objectives.id', 'facts.objective_id')
    .distinctOn(['facts.objective_id', 'facts.source', 'facts.team_id'])
    .select(['facts.objective_id', 'objectives.name', 'facts.number'])
    .where('facts.event_id', '=', event_id)
    .where('facts.kind', '=', 'fact')
    .where(isFromSources(sources))
    .orderBy('facts.objective_id')
    .orderBy('facts.source')
    .orderBy('facts.team_id')
    .orderBy('facts.sequence', 'desc')
    .execute()
  return rows.filter((row) => row.number !== 0)
}

/** The page as if the mapped players had played in the event's league. */
function moveIntoEvent(page: PublicStashPage, league: string, options: ReplayOptions): PublicStashPage {
  const accounts = new Map([...options.accounts].map(([inPage, participant]) => [nameKey(inPage), participant]))
  const stashes = page.stashes.map((stash) => {
    const participant = accounts.get(nameKey(stash.accountName ?? ''))
    const isMeant = options.league === undefined ? participant !== undefined : stash.league === options.league
    return isMeant ? { ...stash, accountName: participant ?? stash.accountName, league } : stash
  })
  return { ...page, stashes }
}

/**
 * Passes a saved page of the public stash stream through all steps after the fetch: the same filter, snapshots, conditions and
 * facts. The stream's own position does not change. Replaying a page again changes nothing, because its tabs already show that
 * content.
 */
export async function replayPage(ctx: Context, text: string, options: ReplayOptions): Promise<ReplayResult> {
  const page = parseSavedPage(text)
  const event = await ctx.db.selectFrom('events').selectAll().where('id', '=', options.event_id).executeTakeFirst()
  if (!event) throw new ReplayError(`event ${options.event_id} does not exist`)
  const participants = new Map((await listParticipants(ctx.db, event.id)).map((one) => [nameKey(one.account_name), one]))
  for (const account_name of options.accounts.values()) {
    if (participants.has(nameKey(account_name))) continue
    throw new ReplayError(`"${account_name}" is not the game account of a participant of "${event.name}"`)
  }
  const definition = await getDefinition(ctx.db, event.id)
  const reading = await loadMatcherOptions(ctx, event.game_version)
  const { refused } = createMatcher(definition.objectives, reading)
  // Pending re-evaluations come first, like in the job.
  const write: Write = (use) => ctx.db.transact(use)
  await write((tx) => planRematches(tx, event.id, definition, 'snapshots', new Date(ctx.clock.now())))
  const rematcher = createRematcher(event, 'snapshots', reading)
  while (await rematcher.advance(write));
  const readRules = createRuleReader(reading)
  const accounts = listStrangers(page, options, participants)
  const tabs = pickTabs(moveIntoEvent(page, event.name, options), event.name, participants)
  const change_id = `replay:${createHash('sha256').update(text).digest('hex').slice(0, 32)}:${ctx.clock.now()}`
  return ctx.db.transact(async (tx) => {
    const snapshots = await storePages(tx, event, [{ change_id, at: new Date(ctx.clock.now()), tabs }])
    let facts = 0
    // Evaluates all pending snapshots, so that the result does not depend on a running job.
    for (let more = true; more; ) {
      const batch = await evaluateSnapshots(tx, event.id, { readRules }, 500)
      facts += batch.facts
      more = batch.snapshots > 0
    }
    const ids = tabs.map((tab) => stashSource(tab.change.id))
    return { snapshots, facts, shown: await listShown(tx, event.id, ids), accounts, refused }
  })
}

import type { EventId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import { recordDefinition } from '@muster/server/db/definition'
import { aMember, anEvent, anObjective, aTeam, aUser } from '@muster/server/testing/builders'
import { makeItem } from './item-generator.ts'
import { makeObjectives } from './objective-generator.ts'
import { createRandom, type Random } from './random.ts'

const teams = 8
const playersPerTeam = 15
const tabsPerPage = 60
const itemsPerTab = 17
export const itemsPerPage = tabsPerPage * itemsPerTab
/** Percentage of tabs that belong to participants. */
const ownShare = 3
/** Number of different pages. They repeat with other numbers, so that no tab repeats its content. */
export const differentPages = 20
/** Placeholder for the size of a stack in the bytes of a page. */
const placeholder = 987_654_321

/** The league of the event, and of all tabs. */
const league = 'Ingestion (PL1)'

const accountOf = (player: number) => `Player${player}#0001`

interface Page {
  readonly bytes: Buffer
  /** Positions of the variable numbers in the bytes. */
  readonly places: readonly number[]
}

function writePage(random: Random): Page {
  const stashes = Array.from({ length: tabsPerPage }, () => {
    const isOwn = random.below(100) < ownShare
    return {
      id: random.hex(64),
      public: true,
      accountName: isOwn ? accountOf(random.below(teams * playersPerTeam)) : `Stranger${random.below(1e6)}#1234`,
      stash: '~b/o 1 chaos',
      stashType: 'PremiumStash',
      league,
      items: Array.from({ length: itemsPerTab }, (_, place) => {
        const item = makeItem(random)
        return place === 0 ? { ...item, x: placeholder } : item
      }),
    }
  })
  const bytes = Buffer.from(JSON.stringify({ next_change_id: '0', stashes }))
  const places: number[] = []
  for (let at = bytes.indexOf(String(placeholder)); at >= 0; at = bytes.indexOf(String(placeholder), at + 1)) places.push(at)
  return { bytes, places }
}

/** Returns the stream page by page, each with new numbers. */
export function createStream(): (number: number) => Buffer {
  const random = createRandom(11)
  const pages = Array.from({ length: differentPages }, () => writePage(random))
  return (number) => {
    const { bytes, places } = pages[number % differentPages] as Page
    for (const at of places) bytes.write(String(100_000_000 + number), at)
    return bytes
  }
}

/** Creates an event with 1,000 objectives, whose participants have tabs in the stream. */
export async function fillStreamedEvent(db: Db): Promise<EventId> {
  const { id: event_id } = await anEvent(db, { name: league, is_current: true })
  for (let team = 0; team < teams; team++) {
    const { id: team_id } = await aTeam(db, event_id, { name: `Team ${team}` })
    for (let place = 0; place < playersPerTeam; place++) {
      const name = accountOf(team * playersPerTeam + place)
      const { id: user_id } = await aUser(db)
      await aMember(db, { id: team_id, event_id }, user_id)
      await db
        .insertInto('accounts')
        .values({ user_id, provider: 'poe', account_id: name, name, access_token: Buffer.alloc(0) })
        .execute()
    }
  }
  const root = await anObjective(db, event_id, {
    name: 'default',
    objective_type: 'CATEGORY',
    aggregation: 'NONE',
    number_field: 'FINISHED_OBJECTIVES',
  })
  for (const { name, conditions } of makeObjectives(createRandom(5), 1000)) {
    const { id: objective_id } = await anObjective(db, event_id, { parent_id: root.id, name })
    if (conditions.length > 0)
      await db
        .insertInto('conditions')
        .values(conditions.map(({ field, operator, value }) => ({ objective_id, field, operator, value })))
        .execute()
  }
  await db.transact((tx) => recordDefinition(tx, event_id, { timestamp: new Date(), author_id: null, reason: 'The bench began' }))
  return event_id
}

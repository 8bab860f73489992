import type { Browser } from '@playwright/test'
import type { EventId } from '@muster/contract/ids'
import type { Db } from '@muster/server/db/connect'
import { issueToken } from '@muster/server/features/login/token'
import { longTask_ms, openPage, type Tasks, waitForRest, wait, watchTasks } from './open-page.ts'
import type { BenchResult } from './result.ts'
import { packText } from '@muster/server/ingestion/stash/stored-items'

const cells = 24
const places = Array.from({ length: cells * cells }, (_, place) => place)

/** Fills a quad tab completely, in the guild of the event's first team; every fourth item completes an objective. */
async function fillQuadTab(db: Db, event_id: EventId, picture: string) {
  const lead = await db
    .selectFrom('team_users')
    .innerJoin('users', 'users.id', 'team_users.user_id')
    .select(['users.id', 'permissions', 'token_version', 'team_id'])
    .where('event_id', '=', event_id)
    .where('is_team_lead', '=', true)
    .orderBy('users.id')
    .executeTakeFirstOrThrow()
  const wanted = await db
    .selectFrom('conditions')
    .innerJoin('objectives', 'objectives.id', 'conditions.objective_id')
    .select('value')
    .where('event_id', '=', event_id)
    .orderBy('objectives.id')
    .execute()
  const items = places.map((place) => {
    const base = (place % 4 === 0 ? wanted[place % wanted.length]?.value : undefined) ?? `Thing ${place}`
    const position = { x: place % cells, y: Math.floor(place / cells), w: 1, h: 1 }
    return {
      id: `item${place}`,
      name: '',
      typeLine: base,
      baseType: base,
      frameType: 5,
      icon: picture,
      stackSize: 1 + place,
      ...position,
    }
  })
  const tab = { event_id, team_id: lead.team_id, id: 'quad', name: 'Everything', type: 'QuadStash', index: 0 }
  const content = packText(JSON.stringify({ id: tab.id, type: tab.type, metadata: { layout: true }, items }))
  const fetched_at = new Date()
  await db
    .insertInto('guild_stash_tabs')
    .values({ ...tab, content, item_count: items.length, fetch_enabled: true, fetched_at, due_at: fetched_at })
    .execute()
  return lead
}

const describe = (name: string, tasks: Tasks, conditions: string): BenchResult => ({
  name: `${name}: longest task`,
  value: tasks.longest_ms,
  unit: 'ms',
  note: `${conditions}; ${tasks.long} longer than ${longTask_ms} ms; busy for ${Math.round(tasks.busy_ms)} ms; goal 50`,
})

/** Measures a full quad tab in a browser: opening it, scrolling, moving by keyboard, opening an item. */
export async function measureStash(
  browser: Browser,
  url: string,
  db: Db,
  event_id: EventId,
  secret: Parameters<typeof issueToken>[0],
): Promise<BenchResult[]> {
  const lead = await fillQuadTab(db, event_id, `${url}/mark.svg`)
  const token = await issueToken(secret, lead)
  const results: BenchResult[] = []
  for (const [screen, viewport] of [
    ['desktop', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    const conditions = `${places.length} items with pictures, ${viewport.width} px`
    const page = await openPage(browser, viewport)
    await page.addInitScript((kept) => localStorage.setItem('auth', kept), token)
    // Starts at the list of tabs, as users do, so the code of the page is loaded.
    await page.goto(`${url}/admin/guild/stashes`)
    await waitForRest(page)
    const name = `quad tab, ${screen}`
    const opened = await watchTasks(browser, page, async () => {
      await page.getByRole('link', { name: 'Everything', exact: true }).click()
      await page.locator(`.stash-board .stash-item:nth-of-type(${places.length})`).waitFor()
      await waitForRest(page)
    })
    results.push(describe(`${name} while it opens`, opened, conditions))
    const scrolled = await watchTasks(browser, page, async () => {
      await page.mouse.move(viewport.width / 2, 500)
      for (let turn = 0; turn < 40; turn++) {
        await page.mouse.wheel(0, turn < 20 ? 120 : -120)
        await wait(30)
      }
    })
    results.push(describe(`${name} while scrolling`, scrolled, '40 turns of the wheel'))
    await page.locator('.stash-board .stash-item[tabindex="0"]').focus()
    const walked = await watchTasks(browser, page, async () => {
      for (let step = 0; step < 40; step++) await page.keyboard.press(step % 2 === 0 ? 'ArrowRight' : 'ArrowDown')
    })
    results.push(describe(`${name} while moving by keyboard`, walked, '40 arrow keys'))
    const looked = await watchTasks(browser, page, async () => {
      await page.keyboard.press('Enter')
      await page.locator('.stash-known').waitFor()
    })
    results.push(describe(`${name} while an item opens`, looked, conditions))
    await page.context().close()
  }
  return results
}

import { readFile } from 'node:fs/promises'
import { expectFocusKept, withKeyboard } from './hands.ts'
import { expect, inGame, listPlayers, logIn, type Page, readWorld, test } from './journey.ts'
import { lookOver } from './look-over.ts'

// A lead works by keyboard only: the plan, a guild stash tab, the guild log. Then other users open the same addresses. No other
// journey edits the plan of Nightglass, switches its tabs or registers its guild.

const team = 3
/** So rare that no simulated player finds it in time. */
const found = 'Awakened Multistrike Support'
const hoped = 'Headhunter'
const words = 'Into the tab that we sell from, please.'
const hour_s = 3600

interface SimulatedGuild {
  readonly id: number
  readonly name: string
  readonly tag: string
  readonly team: number
}

interface Line {
  readonly id: string
  readonly time: number
  readonly league: string
  readonly item: string
}

const readHistory = async () => (await readWorld<{ entries: Line[] }>(`guilds/${team}/history`)).entries

/** Opens a page as another user, in a separate browser. */
async function openAs(page: Page, name: string | null): Promise<Page> {
  const other = await page.context().browser()?.newPage()
  if (!other) throw new Error('the browser was closed')
  await other.goto('/submissions')
  if (name !== null) await logIn(other, name)
  return other
}

/** Makes a call with the login of a page, like a program. */
async function ask(page: Page, path: string) {
  const token = await page.evaluate(() => localStorage.getItem('auth'))
  const answer = await page.request.get(`/api${path}`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } })
  return { status: answer.status(), text: await answer.text() }
}

/** Records all later answers to a page. */
function listen(page: Page): () => Promise<string> {
  const answers: Promise<string>[] = []
  page.on('response', (answer) => {
    const isData = new URL(answer.url()).pathname.startsWith('/api/') && answer.headers()['content-type']?.includes('json')
    if (isData) answers.push(answer.text().catch(() => ''))
  })
  return async () => (await Promise.all(answers)).join('\n')
}

test('a lead makes a plan, reads a tab and adds the log by keyboard only; rivals see none of it', async ({
  page,
  complaints,
}) => {
  test.setTimeout(600_000)
  const players = await listPlayers()
  const inTeam = (of: number) => players.filter((player) => player.team === of)
  const [lead, , , finder] = inTeam(team)
  const reader = inTeam(team).at(-1)
  const [[rival], [organiser]] = [inTeam(2), inTeam(0)]
  if (!lead || !finder || !reader || !rival || !organiser) throw new Error('the simulated world has too few players')
  const { guilds } = await readWorld<{ guilds: SimulatedGuild[] }>('state')
  const guild = guilds.find((one) => one.team === team)
  if (!guild) throw new Error('the team has no guild')

  await page.goto('/submissions')
  await logIn(page, lead.name)
  const hands = withKeyboard(page)
  const refused: string[] = []
  page.on('response', (answer) => {
    // The simulated image host lacks some pictures; the page then shows drawings.
    if (answer.status() >= 400 && !new URL(answer.url()).pathname.startsWith('/cdn/')) refused.push(answer.url())
  })
  const { keyboard } = page

  await test.step('the lead plans, sets the order and adds notes', async () => {
    await page.goto('/admin/team-suggestions')
    for (const name of [found, hoped]) {
      await hands.write(page.getByRole('searchbox', { name: 'Search objectives' }), name)
      await hands.press(page.getByRole('button', { name: `Plan ${name}` }))
      await expectFocusKept(page)
    }
    const entries = page.getByRole('region', { name: 'Any time' }).getByRole('listitem')
    await expect(entries).toHaveText([new RegExp(found), new RegExp(hoped)])
    await hands.press(page.getByRole('button', { name: `Move ${hoped} up` }))
    await expect(entries).toHaveText([new RegExp(hoped), new RegExp(found)])
    await keyboard.press('Alt+ArrowDown')
    await expect(entries).toHaveText([new RegExp(found), new RegExp(hoped)])
    await hands.press(page.getByRole('button', { name: `Add a note to ${found}` }))
    await hands.write(page.getByRole('textbox', { name: `Note: ${found}` }), words)
    await hands.press(page.getByRole('button', { name: 'Save' }))
    // Until the note is saved, it exists only in the field.
    await expect(page.getByRole('textbox', { name: `Note: ${found}` })).toHaveCount(0)
    await expect(entries.first()).toContainText(words)
  })

  const member = await openAs(page, reader.name)
  await test.step('a member reads it on For you and in the team room, and takes it on', async () => {
    const plan = member.getByRole('region', { name: 'The plan' })
    await member.goto('/scores/for-you')
    await expect(plan.getByText(words)).toBeVisible()
    await member.goto('/team')
    await expect(plan.getByRole('listitem')).toHaveText([new RegExp(`${found}.*${words}`), new RegExp(hoped)])
    await plan.getByRole('button', { name: `I am on it: ${found}` }).click()
    await expect(plan.getByRole('button', { name: `You are on it: ${found}` })).toBeVisible()
  })

  await test.step('the lead sees who has read it and who works on it', async () => {
    const entry = page.getByRole('listitem').filter({ hasText: words })
    const name = reader.name.replace(/#.*/, '')
    await expect(entry).toContainText(`On it: ${name}`)
    // An entry counts as read after a moment in the middle of the window; the page may still be moving.
    const seen = entry.getByRole('button', { name: /^Seen by 2 of / })
    await expect(async () => {
      const read = member.getByRole('listitem').filter({ hasText: words })
      await read.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await expect(seen).toBeVisible({ timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await hands.press(seen)
    const readers = page.getByRole('dialog', { name: `Who has seen it: ${found}` })
    await expect(readers).toContainText(new RegExp(`Seen \\(2\\).*${name}`))
    await keyboard.press('Escape')
    await expect(readers).toHaveCount(0)
    await expectFocusKept(page)
    await lookOver(page)
  })

  const tabs = page.getByRole('region', { name: 'Tabs' })
  const search = page.getByRole('searchbox', { name: 'Search all tabs' })
  const panel = page.getByRole('complementary', { name: found })
  const receipt = page.getByRole('dialog', { name: 'Receipt' })
  let item_id = ''
  let tab_id = ''

  await test.step('items of a tab that is switched on are shown, can be found, and explain their points', async () => {
    // A new event has no hour yet that the log can omit later.
    await expect(async () => {
      const lines = await readHistory()
      expect((lines[20]?.time ?? 0) - (lines.at(-1)?.time ?? 0)).toBeGreaterThan(hour_s)
    }).toPass({ timeout: 120_000 })
    const item = { family: 'gem', name: found, level: 1 }
    item_id = (await inGame({ kind: 'guild_deposit', account: finder.name, tab: 'old chest', item })).item_id ?? ''
    await page.goto('/admin/guild/stashes')
    await hands.press(tabs.getByRole('checkbox', { name: 'Fetch selling' }))
    await expect(tabs.getByRole('checkbox', { name: 'Fetch selling' })).toBeChecked()
    await inGame({ kind: 'guild_move', account: finder.name, item_id, tab: 'selling' })
    await hands.press(tabs.getByRole('link', { name: 'selling' }))
    tab_id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await hands.press(tabs.getByRole('button', { name: 'Fetch selling now' }))
    await expect(page.getByRole('button', { name: new RegExp(`^${found}, completes`) })).toBeVisible()

    await hands.write(search, 'multistrike support')
    const hit = page.getByRole('row').filter({ hasText: found })
    await expect(hit).toContainText('selling')
    await expect(hit).toContainText('not logged')
    await hands.press(hit.getByRole('link', { name: found }))
    await expect(panel.getByRole('region', { name: 'Counts for' }).getByRole('listitem')).toHaveText([
      /^An awakened gem.*\+1$/,
      new RegExp(`${found}.*\\+40`),
    ])
    await hands.press(panel.getByRole('button', { name: `Receipt of ${found}` }))
    await expect(receipt).toContainText('stash tab')
    await expect(receipt).not.toContainText('guild log')
    await keyboard.press('Escape')
    await expect(receipt).toHaveCount(0)
    await expectFocusKept(page)
  })

  const event = JSON.parse((await ask(page, '/events')).text).find((one: { is_current: boolean }) => one.is_current) as {
    id: number
    name: string
  }
  const log = `/${event.id}/guilds/${guild.id}/stash-history`
  const ofLeague = (lines: readonly Line[]) => lines.filter(({ league }) => league === event.name)

  /**
   * Three parts of the log: from now to shortly before the item, the lines around that time, and everything older than an hour
   * before.
   */
  async function cutHistory() {
    const entries = await readHistory()
    const at = entries.findLastIndex(({ item }) => item.startsWith(found))
    const around = entries.slice(at + 5, at + 20)
    const until = (around.at(-1)?.time ?? 0) - hour_s
    return { newest: entries.slice(0, at + 10), around, oldest: entries.filter(({ time }) => time < until) }
  }

  await test.step('the log stores no line twice, and shows the missing hour', async () => {
    await page.goto('/admin/guild/logs')
    await hands.press(page.getByRole('button', { name: 'Register a guild' }))
    const form = page.getByRole('dialog', { name: 'Register a guild' })
    await hands.write(form.getByLabel('Number'), `https://pathofexile.invalid/guild/profile/${guild.id}`)
    await hands.write(form.getByLabel('Name'), guild.name)
    await hands.write(form.getByLabel('Tag'), guild.tag)
    await hands.press(form.getByRole('button', { name: 'Register' }))
    await hands.press(page.getByRole('link', { name: `Open the log of ${guild.name}` }))

    await hands.press(page.getByRole('button', { name: 'Add pages' }))
    const sheet = page.getByRole('dialog', { name: 'Add pages of the log' })
    const result = sheet.getByRole('region', { name: 'Result' })
    async function add(entries: readonly Line[], isLast: boolean): Promise<void> {
      const opened = page.waitForEvent('filechooser')
      await hands.press(sheet.getByRole('button', { name: 'Choose files' }))
      const buffer = Buffer.from(JSON.stringify({ entries, truncated: !isLast }))
      await (await opened).setFiles({ name: 'history.json', mimeType: 'application/json', buffer })
      await hands.press(sheet.getByRole('button', { name: /^Send / }))
    }
    const { newest, around, oldest } = await cutHistory()
    await add(newest, false)
    await expect(result).toContainText(`${ofLeague(newest).length} lines are new.`)
    await hands.press(result.getByRole('button', { name: 'Add more' }))
    await add(newest, false)
    await expect(result).toContainText(`No line is new. ${ofLeague(newest).length} were here already.`)
    await hands.press(result.getByRole('button', { name: 'Add more' }))
    await add(around, false)
    const known = new Set(newest.map(({ id }) => id))
    const fresh = ofLeague(around).filter(({ id }) => !known.has(id))
    await expect(result).toContainText(
      `${fresh.length} lines are new. ${ofLeague(around).length - fresh.length} were here already.`,
    )
    await hands.press(result.getByRole('button', { name: 'Add more' }))
    await add(oldest, true)
    await expect(result.getByText(/^1 h.* missing, from /)).toBeVisible()
    await hands.press(result.getByRole('button', { name: 'Close' }))
    await expect(page.getByText(/^1 h.* missing, from /)).toBeVisible()

    const ids = (JSON.parse((await ask(page, log)).text) as Line[]).map(({ id }) => id)
    const sent = [...ofLeague(newest), ...fresh, ...ofLeague(oldest)].map(({ id }) => id)
    expect(ids.toSorted()).toEqual(sent.toSorted())
  })

  await test.step('a movement is shown as one row or as two lines, and can be saved as a file', async () => {
    const rows = page.getByRole('table', { name: 'Log, newest first' }).getByRole('row').filter({ hasText: found })
    await page.goto(`/admin/guild/logs/${guild.id}?item=${encodeURIComponent(found)}`)
    await expect(rows).toHaveText([/Moved.*old chest → selling/, /In.*old chest/])
    await hands.press(page.getByRole('button', { name: 'Every line' }))
    await expect(rows).toHaveText([/In.*selling/, /Out.*old chest/, /In.*old chest/])
    const saved = page.waitForEvent('download')
    await hands.press(page.getByRole('button', { name: 'Download CSV' }))
    const csv = await readFile(await (await saved).path(), 'utf8')
    expect(csv.match(new RegExp(`${finder.name}.*${found}`, 'g'))).toHaveLength(3)
  })

  await test.step('the receipt now names the finder', async () => {
    // The log lines are processed a moment after their upload.
    const credit = page.getByRole('button', { name: `Receipt: +40 for ${found}` })
    await expect(async () => {
      await page.reload()
      await expect(credit).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await hands.press(credit)
    await expect(receipt).toContainText('guild log')
    await expect(receipt).toContainText(finder.name.replace(/#.*/, ''))
    await page.goto(`/admin/guild/stashes/${tab_id}?search=multistrike&item=${item_id}`)
    await expect(page.getByRole('row').filter({ hasText: found })).toContainText(finder.name.replace(/#.*/, ''))
  })

  await test.step('the pages of the tab, the find and the item look right', async () => {
    await expect(panel.getByRole('region', { name: 'Counts for' }).getByRole('listitem')).toHaveCount(2)
    await lookOver(page)
  })

  // Private values of the guild: the plan's note, the tab, the item, a line of the log.
  const own = [words, tab_id, item_id]
  const ofTabs = [`/${event.id}/guild-stash/${tab_id}`, `/${event.id}/guild-stash/${tab_id}/items/${item_id}`]
  const ofLog = [log, `${log}/rows`, `${log}/summary`, `${log}/latest_timestamp`]
  const everyOwn = [
    `/${event.id}/guild-stash/overview`,
    `/${event.id}/guild-stash/search?q=multistrike`,
    `/events/${event.id}/plan`,
  ]
  const gone = 'This tab was deleted'

  async function expectNothing(other: Page, pages: readonly (readonly [path: string, shows: string])[]): Promise<void> {
    const heard = listen(other)
    for (const [path, shows] of pages) {
      await other.goto(path)
      await expect(other.getByText(shows).first()).toBeVisible()
      const text = await other.locator('body').innerText()
      for (const secret of own) expect(text).not.toContain(secret)
    }
    for (const path of everyOwn) for (const secret of own) expect((await ask(other, path)).text, path).not.toContain(secret)
    const answers = await heard()
    for (const secret of own) expect(answers).not.toContain(secret)
  }

  await test.step('a rival, a stranger and an admin of another team see none of it, except that the admin sees the log', async () => {
    const other = await openAs(page, rival.name)
    await expectNothing(other, [
      [`/admin/guild/stashes/${tab_id}?search=multistrike`, gone],
      [`/admin/guild/logs/${guild.id}`, 'Another team has registered this guild'],
      ['/admin/team-suggestions', 'Nothing is planned yet'],
      ['/team', 'Playing now'],
    ])
    for (const path of [...ofTabs, ...ofLog]) expect(await ask(other, path), path).toMatchObject({ status: 403 })
    await other.close()

    const stranger = await openAs(page, null)
    await expectNothing(stranger, [['/team', 'Log in']])
    for (const path of [...ofTabs, ...ofLog]) expect(await ask(stranger, path), path).toMatchObject({ status: 401 })
    await stranger.close()

    const admin = await openAs(page, organiser.name)
    await expectNothing(admin, [[`/admin/guild/stashes/${tab_id}?search=multistrike`, gone]])
    for (const path of ofTabs) expect(await ask(admin, path), path).toMatchObject({ status: 403 })
    await admin.goto(`/admin/guild/logs/${guild.id}`)
    await expect(admin.getByRole('heading', { name: `Log of ${guild.name}` })).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Add pages' })).toHaveCount(0)
    await admin.close()
  })

  expect(refused).toEqual([])
  // The browser itself logs each missing picture.
  expect(complaints.filter((line) => !line.includes('404'))).toEqual([])
  complaints.length = 0
})

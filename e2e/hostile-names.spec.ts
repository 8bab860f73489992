import { expect, listPlayers, logIn, type Page, test } from './journey.ts'
import { expectWholePage, findOverhang } from './look-over.ts'

// Users, organisers and the game may choose any name. No name may make a page scroll sideways, break or run code.

test.describe.configure({ mode: 'parallel' })

const attacks = [
  '<script>window.attacked = true</script>',
  '"><img src=x onerror="window.attacked = true">',
  '**bold** [x](javascript:alert(1)) `code` # head <b>b</b>',
  '__proto__',
  '{{count}} $t(retry) %s %n {0}',
  '\u200B\u200D\uFEFF',
]
const leftToRight = [
  'W'.repeat(200),
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(24),
  `Z${'\u0301\u0327\u0489'.repeat(40)}algo`,
]
const rightToLeft = [
  '\u05E9'.repeat(200),
  `${'\u05E9\u05DC\u05D5\u05DD '.repeat(12)}\u202Etxt.exe`,
  `\u200F${'\u0639\u064E'.repeat(90)}`,
]

/** Every second name is too long to fit. */
const alternate = (long: readonly string[]) => attacks.flatMap((attack, place) => [long[place % long.length] ?? '', attack])

/** Fields that users, organisers and the game can fill with any text. */
const named =
  'name display_name account_name discord_name twitch_name character_name character_class main_skill ascendancy user_name title proof comment text extra'.split(
    ' ',
  )

/** Renames everything that the server sends, inside the page, because a route would disable the browser's cache. */
async function renameEverything(page: Page, names: readonly string[]): Promise<void> {
  await page.addInitScript(
    (given) => {
      /** Equal texts get equal names, so that references still match. */
      const rename = (text: string) => {
        let sum = 0
        for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
        return given.names[sum % given.names.length] ?? ''
      }
      const renameAll = (body: string) =>
        JSON.stringify(
          JSON.parse(body, (key, value: unknown) => {
            if (typeof value !== 'string' || value === '') return value
            // The limit for abbreviations of teams.
            if (key === 'abbreviation') return rename(value).slice(0, 20)
            if (key === 'export_string') return 'eNq_broken'
            return given.named.includes(key) ? rename(value) : value
          }),
        )
      const ask = window.fetch
      window.fetch = async (...what) => {
        const answer = await ask(...what)
        const isRenamed =
          answer.ok &&
          new URL(answer.url).pathname.startsWith('/api/') &&
          answer.headers.get('content-type')?.includes('json') === true
        if (!isRenamed) return answer
        const { status, statusText, headers } = answer
        return new Response(renameAll(await answer.text()), { status, statusText, headers })
      }
    },
    { names, named },
  )
}

interface Entry {
  readonly user_id: number | null
  readonly character: { readonly id: string; readonly event_id: number } | null
}

/** The profile pages of the first player with a character on the ladder. */
async function listProfiles(page: Page): Promise<string[]> {
  let found: string[] = []
  const find = async () => {
    const ladder = (await (await page.request.get('/api/events/current/ladder')).json()) as Entry[]
    const { user_id, character } = ladder.find((entry) => entry.user_id !== null && entry.character !== null) ?? {}
    found = character ? [`/profile/${user_id}`, `/profile/${user_id}/${character.event_id}/${character.id}`] : []
    return found.length
  }
  await expect.poll(find, { timeout: 90_000 }).toBe(2)
  return found
}

async function listScorePages(page: Page): Promise<string[]> {
  await page.goto('/scores/ladder')
  const tabs = page.getByRole('navigation', { name: 'Score pages' }).getByRole('link')
  await expect(tabs.nth(4)).toBeAttached()
  return tabs.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
}

const others = [
  '/',
  '/?event=2',
  '/scores/for-you?team=3',
  '/rules',
  '/streams',
  '/submissions',
  '/settings',
  '/played',
  '/tracking',
]

for (const [direction, who, long] of [
  ['from left to right', 'a visitor', leftToRight],
  ['from right to left', 'a team lead', rightToLeft],
] as const) {
  test(`long names that run ${direction} break no page of ${who} at 1280 or 360 px`, async ({ page }) => {
    test.setTimeout(900_000)
    page.on('dialog', (dialog) => {
      throw new Error(`a page opened a dialog: ${dialog.message()}`)
    })
    const profiles = await listProfiles(page)
    const scorePages = await listScorePages(page)
    if (who === 'a team lead') await logIn(page, (await listPlayers()).find(({ team }) => team === 2)?.name ?? '')
    await renameEverything(page, alternate(long))
    const overhangs: string[] = []
    for (const address of [...scorePages, ...others, ...profiles]) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(address)
      await expectWholePage(page, address)
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        overhangs.push(...(await findOverhang(page)).map((what) => `${address} at ${width} px: ${what}`))
      }
    }
    expect(overhangs).toEqual([])
    await page.goto('/')
    // Any of the attacks, because the page does not always show the same names.
    await expect(page.getByText(/window\.attacked = true|javascript:alert|\$t\(retry\)/).first()).toBeAttached()
  })
}

import { expect, type Page, test } from './journey.ts'
import { expectWholePage, findOverhang } from './look-over.ts'

// People and games name things as they like. Nothing of it may break a page, and nothing of it is ever more than text.

const names = [
  'W'.repeat(200),
  `${'\u05E9\u05DC\u05D5\u05DD '.repeat(12)}\u202Etxt.exe`,
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(12),
  `Z${'\u0301\u0327\u0489'.repeat(40)}algo`,
  '\u200B\u200D\uFEFF',
  '<script>window.attacked = true</script>',
  '"><img src=x onerror="window.attacked = true">',
  '**bold** [x](javascript:alert(1)) `code` # head <b>b</b>',
  '__proto__',
  '{{count}} $t(retry) %s %n {0}',
]
/** What people, organisers and the game may fill with any text. */
const named = new Set(
  'name display_name account_name character_name character_class main_skill ascendancy user_name title proof comment text'.split(
    ' ',
  ),
)

/** The same words become the same name, so that what belongs together still does. */
function createRenaming() {
  const given = new Map<string, string>()
  const rename = (text: string) => {
    const name = given.get(text) ?? names[given.size % names.length] ?? ''
    given.set(text, name)
    return name
  }
  return (body: string): string =>
    JSON.stringify(
      JSON.parse(body, (key, value: unknown) => {
        if (typeof value !== 'string' || value === '') return value
        if (key === 'abbreviation') return rename(value).slice(0, 20)
        if (key === 'export_string') return 'eNq_broken'
        return named.has(key) ? rename(value) : value
      }),
    )
}

/** Gives everything that the server names another name. */
async function renameEverything(page: Page): Promise<void> {
  const rename = createRenaming()
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch().catch(() => null)
    if (answer === null) return route.abort()
    const isJson = answer.ok() && answer.headers()['content-type']?.includes('json')
    return isJson ? route.fulfill({ response: answer, body: rename(await answer.text()) }) : route.fulfill({ response: answer })
  })
}

/** The pages of a character: the first of the ladder that belongs to somebody. */
async function findCharacter(page: Page): Promise<string> {
  interface Entry {
    readonly user_id: number | null
    readonly character: { readonly id: string; readonly event_id: number } | null
  }
  let path = ''
  const find = async () => {
    const ladder = (await (await page.request.get('/api/events/current/ladder')).json()) as Entry[]
    const { user_id, character } = ladder.find((entry) => entry.user_id !== null && entry.character !== null) ?? {}
    path = character ? `/profile/${user_id}/${character.event_id}/${character.id}` : ''
    return path
  }
  await expect.poll(find, { timeout: 90_000 }).not.toBe('')
  return path
}

for (const width of [360, 1280]) {
  test(`names of any kind break no page at ${width} px, and are shown as they are`, async ({ page }) => {
    test.setTimeout(300_000)
    page.on('dialog', (dialog) => {
      throw new Error(`a page asked: ${dialog.message()}`)
    })
    const character = await findCharacter(page)
    await renameEverything(page)
    await page.goto('/scores/ladder')
    const tabs = page.getByRole('navigation', { name: 'Score pages' }).getByRole('link')
    await expect(tabs.nth(4)).toBeAttached()
    const tabAddresses = await tabs.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
    await page.setViewportSize({ width, height: 800 })
    const others = ['/', '/?event=2', '/rules', '/streams', '/submissions', '/profile/1', character]
    const overhangs: string[] = []
    for (const address of [...tabAddresses, ...others]) {
      await page.goto(address)
      await expectWholePage(page, address)
      overhangs.push(...(await findOverhang(page)).map((what) => `${new URL(page.url()).pathname.slice(0, 40)}: ${what}`))
    }
    expect(overhangs).toEqual([])
    await page.goto('/')
    await expect(page.getByText('<script>window.attacked = true</script>').first()).toBeAttached()
  })
}

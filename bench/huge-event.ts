import type { Browser, Page } from '@playwright/test'
import { longTask_ms, openPage, type Tasks, wait, waitForRest, watchTasks } from './open-page.ts'
import type { BenchResult } from './result.ts'

const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

function describe(name: string, tasks: Tasks, conditions: string, goal = ''): BenchResult {
  const note = [conditions, `${tasks.long} longer than ${longTask_ms} ms`, goal].filter(Boolean).join('; ')
  return { name: `${name}: longest task`, value: tasks.longest_ms, unit: 'ms', note }
}

/** Opens a page and waits until it is idle. Measures duration, main thread tasks and number of elements. */
async function measureOpening(
  browser: Browser,
  page: Page,
  name: string,
  address: string,
  conditions: string,
): Promise<BenchResult[]> {
  let took_ms = 0
  const tasks = await watchTasks(browser, page, async () => {
    const began = performance.now()
    await page.goto(address)
    await waitForRest(page)
    // Without the half second of silence that ends the wait.
    took_ms = performance.now() - began - 500
  })
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const size = `${conditions}; ${elements} elements, main thread busy for ${Math.round(tasks.busy_ms)} ms`
  return [
    { name: `${name}: until idle`, value: took_ms, unit: 'ms', note: size },
    describe(`${name} while it loads`, tasks, conditions),
  ]
}

/** Scrolls from top to bottom with the wheel. */
async function scroll(page: Page, turns: number): Promise<void> {
  await page.mouse.move(200, 500)
  for (let turn = 0; turn < turns; turn++) {
    await page.mouse.wheel(0, 700)
    await wait(30)
  }
}

/** The browser stores the choice, so the next visit shows all columns. */
async function chooseAllColumns(page: Page, address: string): Promise<void> {
  await page.goto(address)
  const menu = page.getByRole('button', { name: /^Columns: / })
  await menu.click()
  await page.getByRole('menuitemcheckbox').first().waitFor()
  const hidden = page.getByRole('menuitemcheckbox', { checked: false })
  while ((await hidden.count()) > 0) await hidden.first().click()
  await page.keyboard.press('Escape')
  const [shown, all] = (await menu.textContent())?.match(/\d+/g) ?? []
  if (shown === undefined || shown !== all) throw new Error(`the ladder shows ${shown} of ${all} columns`)
}

async function measureLadder(
  browser: Browser,
  address: string,
  screen: keyof typeof screens,
  { players, allColumns }: { players: number; allColumns: boolean },
) {
  const conditions = `${players} characters, ${screens[screen].width} px`
  const name = `ladder${allColumns ? ' with all columns' : ''}, ${screen}`
  const page = await openPage(browser, screens[screen])
  if (allColumns) await chooseAllColumns(page, address)
  const results = await measureOpening(browser, page, name, address, conditions)
  const scrolled = await watchTasks(browser, page, () => scroll(page, 120))
  results.push(describe(`${name} while scrolling`, scrolled, '120 turns of the wheel', 'goal 50'))
  await page.evaluate(() => window.scrollTo(0, 0))
  const search = page.getByRole('searchbox').first()
  const typed = await watchTasks(browser, page, () => search.pressSequentially('Figure12', { delay: 60 }))
  results.push(describe(`${name} while searching`, typed, '8 letters, 60 ms apart'))
  await watchTasks(browser, page, () => search.fill(''))
  if (screen === 'desktop') {
    const sorted = await watchTasks(browser, page, async () => {
      const heads = page.getByRole('columnheader').getByRole('button')
      for (const place of [1, 2, 0]) await heads.nth(place).click()
    })
    results.push(describe(`${name} while sorting`, sorted, 'by three columns'))
  }
  await page.context().close()
  return results
}

async function measureCategory(browser: Browser, address: string, screen: keyof typeof screens, teams: number) {
  const conditions = `1,000 objectives, ${teams} teams, ${screens[screen].width} px`
  const name = `category, ${screen}`
  const page = await openPage(browser, screens[screen])
  const results = await measureOpening(browser, page, name, address, conditions)
  results.push(
    describe(
      `${name} while scrolling`,
      await watchTasks(browser, page, () => scroll(page, 120)),
      '120 turns of the wheel',
      'goal 50',
    ),
  )
  await page.evaluate(() => window.scrollTo(0, 0))
  const search = page.getByRole('searchbox').first()
  const typed = await watchTasks(browser, page, () => search.pressSequentially('number 12', { delay: 60 }))
  results.push(describe(`${name} while searching`, typed, '9 letters, 60 ms apart'))
  await page.context().close()
  return results
}

/** Measures the longest ladder and the largest category in a browser, on a desktop and on a phone screen. */
export async function measureHugeEvent(
  browser: Browser,
  addresses: { home: string; ladder: string; category: string },
  size: { teams: number; players: number },
): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const screen of ['desktop', 'phone'] as const) {
    const page = await openPage(browser, screens[screen])
    results.push(
      ...(await measureOpening(browser, page, `home, ${screen}`, addresses.home, `1,000 objectives, ${size.teams} teams`)),
    )
    await page.context().close()
    // A phone shows characters as cards, independent of the selected columns.
    for (const allColumns of screen === 'desktop' ? [false, true] : [false])
      results.push(...(await measureLadder(browser, addresses.ladder, screen, { players: size.players, allColumns })))
    results.push(...(await measureCategory(browser, addresses.category, screen, size.teams)))
  }
  return results
}

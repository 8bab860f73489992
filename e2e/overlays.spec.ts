import type { Broadcast, OverlayState } from '@muster/contract/broadcast'
import type { Page } from '@playwright/test'
import { openAs, send } from './calls.ts'
import { expect, test } from './journey.ts'

const admin = 'Marrowlight#2313'
/** On the event clock, which runs faster than real time here. */
const delay_seconds = 120

/** Opens an overlay as OBS does: no login, and nothing but the address. */
async function openOverlay(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect(page.locator('.ov')).toBeVisible()
}

test('a producer makes an overlay, pins its card, hides a team, and ends the address', async ({ page, browser, complaints }) => {
  const { page: producer } = await openAs(browser, admin)
  await producer.goto('/admin/broadcast')
  const make = producer.getByRole('button', { name: 'Make the addresses' })
  const address = producer.getByLabel('Address for OBS')
  await expect(make.or(address)).toBeVisible()
  if (await make.isVisible()) await make.click()
  await producer.getByRole('radio', { name: /Objective card/ }).check()
  await producer.getByLabel('Delay, seconds', { exact: true }).fill('0')
  await expect(producer.frameLocator('iframe').locator('.ov-obj')).toBeVisible()
  await openOverlay(page, await address.inputValue())
  expect(await page.locator('.ov').boundingBox()).toEqual({ x: 0, y: 0, width: 480, height: 260 })
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgba(0, 0, 0, 0)')

  await producer.getByRole('searchbox', { name: 'Find an objective to pin or hide' }).fill('Goldrim')
  // Other journeys may have added a Goldrim of their own.
  await producer.getByRole('listitem').filter({ hasText: 'Helmets' }).getByRole('button', { name: 'Pin Goldrim' }).click()
  await expect(page.locator('.ov-obj h4')).toHaveText('Goldrim', { timeout: 2500 })
  const rows = page.locator('.ov-obj li')
  const before = await rows.count()
  await producer.getByRole('group', { name: 'Hidden teams' }).getByRole('button').first().click()
  await expect(rows).toHaveCount(before - 1, { timeout: 2500 })
  await producer.getByRole('group', { name: 'Hidden teams' }).getByRole('button', { pressed: true }).click()
  await expect(rows).toHaveCount(before)
  await producer.getByRole('button', { name: 'Unpin' }).click()
  const follows = producer.getByText('Follows the latest points', { exact: true })
  await expect(follows).toHaveCount(2)
  await expect(producer.getByRole('cell', { name: 'Objective card' })).toBeVisible()

  const pin = producer.getByRole('list', { name: 'Players' }).getByRole('button').first()
  const player = ((await pin.getAttribute('aria-label')) ?? '').replace('Pin ', '')
  await pin.click()
  await producer.getByRole('radio', { name: /Player card/ }).check()
  await openOverlay(page, await address.inputValue())
  await expect(page.locator('.ov-ply h4')).toHaveText(player)
  await producer.getByRole('button', { name: `Unpin ${player}` }).click()
  await expect(follows).toHaveCount(2)

  await producer.getByRole('button', { name: 'Replace the key' }).click()
  await producer.getByRole('button', { name: 'Replace all addresses' }).click()
  await expect(page.locator('.ov')).toHaveCount(0, { timeout: 5000 })
  // The overlay asks again, in case the organisers only hid the event for a while.
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('404')))
  await producer.context().close()
})

test('an overlay without a stream reads the state, and shows a change within two seconds', async ({
  page,
  browser,
  complaints,
}) => {
  const { page: producer } = await openAs(browser, admin)
  const { id } = await send<{ id: number }>(producer, 'GET', '/events/current')
  await page.route(/overlay\/stream/, (route) => route.abort())
  const { key, version } = await send<Broadcast>(producer, 'POST', `/events/${id}/broadcast/key`)
  await openOverlay(page, `/overlay/strip?event=${id}&key=${key}`)
  const cells = page.locator('.ov-strip li')
  const before = await cells.count()
  const { teams } = await send<OverlayState>(producer, 'GET', `/events/${id}/overlay?key=${key}`)
  const choices = { least_delay_seconds: 0, pinned_objective_id: null, pinned_user_id: null, hidden_objective_ids: [] }
  const hide = (hidden_team_ids: number[], base_version: number) =>
    send<Broadcast>(producer, 'PUT', `/events/${id}/broadcast`, { ...choices, hidden_team_ids, base_version })
  const hidden = await hide([teams[0]?.id ?? 0], version)
  await expect(cells).toHaveCount(before - 1, { timeout: 2500 })
  await hide([], hidden.version)
  await expect(cells).toHaveCount(before)
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !text.includes('overlay/stream')))
  await producer.context().close()
})

interface Line {
  readonly text: string
  /** On the event clock. */
  readonly at_ms: number
}

/** Notes each line that is added to the ticker, with its time. */
async function watchLines(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sent = performance.now()
    const { now, speed } = (await (await fetch('/api/clock')).json()) as { now: string; speed: number }
    const middle = (sent + performance.now()) / 2
    const lines: Line[] = []
    Object.assign(window, { lines, speed })
    const list = document.querySelector('.ov-tick ol')
    const readNow = () => Date.parse(now) + (performance.now() - middle) * speed
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.classList.contains('fresh'))
            lines.push({ text: node.innerText, at_ms: readNow() })
    }).observe(list as Element, { childList: true })
    // The class that marks a new line is set after the line was added.
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target instanceof HTMLElement && target.classList.contains('fresh'))
          lines.push({ text: target.innerText, at_ms: readNow() })
    }).observe(list as Element, { subtree: true, attributeFilter: ['class'] })
  })
}

test('a ticker shows points after its delay: within two seconds, and never before', async ({ page, browser }) => {
  test.setTimeout(240_000)
  const { page: producer } = await openAs(browser, admin)
  const { id } = await send<{ id: number }>(producer, 'GET', '/events/current')
  const known = await send<Broadcast>(producer, 'GET', `/events/${id}/broadcast`)
  const { key } = known.key === null ? await send<Broadcast>(producer, 'POST', `/events/${id}/broadcast/key`) : known
  await producer.context().close()
  const query = `event=${id}&key=${key}&delay=${delay_seconds}`
  await openOverlay(page, `/overlay/ticker?${query}`)
  await watchLines(page)
  const gains = new Map<string, number>()
  const seen = async () => {
    const { lines, speed, state } = await page.evaluate(async (address) => {
      const { lines, speed } = window as unknown as { lines: Line[]; speed: number }
      return { lines, speed, state: (await (await fetch(address)).json()) as OverlayState }
    }, `/api/events/${id}/overlay?${query}`)
    const start = Date.parse(state.event.starts_at)
    for (const { scored_at, objective, points } of state.gains) {
      const minutes = Math.floor((Date.parse(scored_at) - start) / 60_000)
      const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} ${objective} +${points}`
      // Two teams may score the same in a minute: such lines are not measured.
      const known = gains.get(text)
      gains.set(text, known === undefined || known === Date.parse(scored_at) ? Date.parse(scored_at) : Number.NaN)
    }
    const delays = lines.flatMap(({ text, at_ms }) => {
      const scored = gains.get(text.split('\n').join(' '))
      return scored === undefined || Number.isNaN(scored) ? [] : [(at_ms - scored) / 1000 - delay_seconds]
    })
    return { delays, speed }
  }
  await expect(async () => expect((await seen()).delays.length).toBeGreaterThanOrEqual(3)).toPass({
    timeout: 180_000,
    intervals: [2000],
  })
  const { delays, speed } = await seen()
  test.info().annotations.push({
    type: 'late by seconds of real time',
    description: delays.map((late) => (late / speed).toFixed(2)).join(' '),
  })
  for (const late of delays) {
    expect(late).toBeGreaterThan(-0.2 * speed)
    expect(late).toBeLessThan(2 * speed)
  }
})

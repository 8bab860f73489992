import type { Locator } from '@playwright/test'
import { expect, inGame, listPlayers, test } from './journey.ts'

test('whoever goes live appears among the streams, has a page that loads nothing of Twitch unasked, and leaves again', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const streamer = (await listPlayers()).find(({ twitch, character }) => twitch !== undefined && character !== undefined)
  if (!streamer?.twitch) throw new Error('nobody who plays is on Twitch')
  const title = 'All scarabs <b>today</b> 🦊'
  // An open page asks once a minute, and Twitch itself is a minute or two of the event late: let minutes pass on the page.
  await page.clock.install()
  const waitFor = (what: Locator) =>
    expect(async () => {
      await page.clock.runFor(60_000)
      await expect(what).toBeVisible({ timeout: 1000 })
    }).toPass({ timeout: 120_000 })
  await inGame({ kind: 'broadcast', account: streamer.name, live: true, title })
  await page.goto('/streams')
  const tile = page.getByRole('listitem').filter({ hasText: title })
  await waitFor(tile)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('twitch.tv')) elsewhere.push(request.url())
  })
  await tile.getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/streams/${streamer.twitch.login}`, 'i'))
  await expect(page.getByRole('main')).toContainText(title)
  await expect(page.getByRole('button', { name: 'Play here' })).toBeVisible()
  expect(elsewhere).toEqual([])

  await inGame({ kind: 'broadcast', account: streamer.name, live: false })
  // In other words for somebody whom the game has not put on its ladder yet.
  await waitFor(page.getByText(/is not live right now|No participant is streaming as/))
  await page.getByRole('link', { name: 'All streams' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Streams' })).toBeVisible()
  await expect(tile).toHaveCount(0)
})

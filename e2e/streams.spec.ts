import type { Locator } from '@playwright/test'
import { expect, inGame, listPlayers, test } from './journey.ts'

test('a player who goes live appears among the streams, has a page that loads nothing from Twitch before consent, and disappears when offline', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const streamer = (await listPlayers()).find(({ twitch, character }) => twitch !== undefined && character !== undefined)
  if (!streamer?.twitch) throw new Error('no player has a Twitch account')
  const title = 'All scarabs <b>today</b> 🦊'
  // An open page polls once a minute, and Twitch itself lags a minute or two of event time: advance the page's clock.
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
  // The text differs for a player who is not on the game's ladder yet.
  await waitFor(page.getByText(/is not live right now|No participant is streaming as/))
  await page.getByRole('link', { name: 'All streams' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Streams' })).toBeVisible()
  await expect(tile).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Moments on stream' })).toBeVisible()
})

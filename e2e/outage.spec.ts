import { control, expect, test } from './journey.ts'

// Runs after the other journeys, so that none of them meets a stopped server.

test('a page shows that the server is down, and reconnects when it is back', async ({ page, complaints }) => {
  await page.clock.install()
  await page.goto('/')
  const status = page.getByRole('banner').getByRole('status')
  await expect(status).toHaveText('Scores are live')
  await control('kill')
  await expect(status).not.toHaveText('Scores are live', { timeout: 20_000 })
  await control('start')
  // Skips the pause before the next retry, to save time: nothing else runs meanwhile.
  await page.clock.fastForward(30_000)
  await expect(status).toHaveText('Scores are live', { timeout: 45_000 })
  // The browser itself logs failed connections and requests interrupted when the server died.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((text) => !/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|WebSocket connection/.test(text)),
  )
})

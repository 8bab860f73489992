import { control, expect, test } from './journey.ts'

// Runs when the other journeys are over: nobody else should meet a server that is away.

test('a server that goes away is shown, and found again by itself', async ({ page, complaints }) => {
  await page.clock.install()
  await page.goto('/')
  const status = page.getByRole('banner').getByRole('status')
  await expect(status).toHaveText('Scores are live')
  await control('kill')
  await expect(status).not.toHaveText('Scores are live', { timeout: 20_000 })
  await control('start')
  // The pause before it tries again is over: nothing else runs meanwhile, so everybody would wait for it.
  await page.clock.fastForward(30_000)
  await expect(status).toHaveText('Scores are live', { timeout: 45_000 })
  // The browser itself reports what it could not reach meanwhile, and what was under way when the server died.
  complaints.splice(
    0,
    complaints.length,
    ...complaints.filter((text) => !/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|WebSocket connection/.test(text)),
  )
})

import { expect, test } from './journey.ts'

const stream = '/api/v1/events/current/scores/stream'

test("the documentation shows changes live, by the browser's own EventSource", async ({ page }) => {
  await page.goto('/api/docs')
  const button = page.getByRole('button', { name: `Open ${stream}` })
  const output = page.locator(`button[data-path="${stream}"] + pre`)
  await button.click()
  await expect(output).toContainText('open: changes appear here')
  // The running event scores something every few seconds.
  await expect(output).toContainText(/message \d+: \[\{/, { timeout: 60_000 })
  await button.click()
  await expect(output).toContainText('closed')
})

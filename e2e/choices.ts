import { expect, type Locator } from '@playwright/test'

/** True for a long list of choices, which is searched by typing. */
export async function isSearched(list: Locator): Promise<boolean> {
  await expect(list).toBeEnabled()
  return list.evaluate((element) => element.tagName === 'INPUT')
}

const optionOf = (list: Locator, label: string) => list.page().getByRole('option', { name: label, exact: true })

/** Chooses from a list of any length with the mouse. */
export async function choose(list: Locator, label: string): Promise<void> {
  if (!(await isSearched(list))) return void (await list.selectOption({ label }))
  await list.fill(label)
  await optionOf(list, label).click()
  await expect(list).toHaveValue(label)
}

/** Chooses the entry at a position, counted from 0. */
export async function chooseAt(list: Locator, index: number): Promise<void> {
  if (!(await isSearched(list))) return void (await list.selectOption({ index }))
  await list.click()
  const option = list.page().getByRole('option').nth(index)
  const label = await option.innerText()
  await option.click()
  await expect(list).toHaveValue(label)
}

/** Chooses from a searched list that has the focus, with the keyboard. */
export async function searchByKeys(list: Locator, label: string): Promise<void> {
  const { keyboard } = list.page()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.insertText(label)
  await expect(optionOf(list, label)).toHaveAttribute('data-highlighted')
  await keyboard.press('Enter')
  await expect(list).toHaveValue(label)
}

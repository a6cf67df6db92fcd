/** Where the focus is among the rows of the dispatchers' board. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The number of the row, from '0'. */
export const rowInFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr')?.dataset.index)

/** Presses the key for it until it is heard, which it is a moment after rows are shown. */
export async function toFirstRow(page: Page): Promise<void> {
  const pressed = async () => {
    const row = await rowInFocus(page)
    if (row === undefined) await page.keyboard.press('j')
    return row
  }
  await expect.poll(pressed).toBe('0')
}

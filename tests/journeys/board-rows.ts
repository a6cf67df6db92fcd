/** Finds and moves the focus among the rows of the dispatchers' board. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Returns the index of the focused row, from '0' on. Returns undefined if no row has the focus. */
export const readFocusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr')?.dataset.index)

/** Presses a key repeatedly until the first row has the focus. Keys work only a moment after rows appear. */
export async function focusFirstRow(page: Page): Promise<void> {
  const pressed = async () => {
    const row = await readFocusedRow(page)
    if (row === undefined) await page.keyboard.press('j')
    return row
  }
  await expect.poll(pressed).toBe('0')
}

/** Presses Ctrl+K until the command palette is open. Keys work only a moment after the first screen. */
export async function openCommandPalette(page: Page): Promise<void> {
  const field = page.getByPlaceholder('Find a truck, zone')
  const pressed = async () => {
    const isOpen = await field.isVisible()
    if (!isOpen) await page.keyboard.press('Control+k')
    return isOpen
  }
  await expect.poll(pressed).toBe(true)
}

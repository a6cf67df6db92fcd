/** Finds and moves the focus among the board's rows. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * Returns the index of the focused row, such as '0' for the first row.
 * Returns nothing if no row has the focus.
 */
export const readFocusedRow = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => (document.activeElement as HTMLElement | null)?.closest<HTMLElement>('tr')?.dataset.index)

/** Presses a key repeatedly until the first row has the focus, because new rows react only after a moment. */
export async function focusFirstRow(page: Page): Promise<void> {
  const pressed = async () => {
    const row = await readFocusedRow(page)
    if (row === undefined) await page.keyboard.press('j')
    return row
  }
  await expect.poll(pressed).toBe('0')
}

/**
 * Repeats Ctrl+K until the palette opens.
 * The first screen reacts only after a moment.
 */
export async function openCommandPalette(page: Page): Promise<void> {
  const field = page.getByPlaceholder('Find a truck, zone')
  const pressed = async () => {
    const isOpen = await field.isVisible()
    if (!isOpen) await page.keyboard.press('Control+k')
    return isOpen
  }
  await expect.poll(pressed).toBe(true)
}

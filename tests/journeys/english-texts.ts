/** Finds English texts in the test language en-XA, whose translated words have accents. */
import type { Page } from 'playwright-core'

const ENGLISH_DATES = ['short', 'long'].flatMap((length) => {
  const namesOf = (field: object, dates: number[]) => {
    const format = new Intl.DateTimeFormat('en-GB', { ...field, timeZone: 'UTC' })
    return dates.map((date) => format.format(date))
  }
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1))
  const weekdays = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, day + 1))
  return [...namesOf({ month: length }, months), ...namesOf({ weekday: length }, weekdays)]
})

/**
 * Untranslated texts: references, fixed names, and dates and time units.
 * The test language has English dates and time units.
 */
const UNTRANSLATED = new RegExp(
  `\\b(?:R-[0-9A-Z]{4}-[0-9A-Z]{4}|${ENGLISH_DATES.join('|')}|min|WasteSense|CSV|PNG)\\b`,
  'g',
)

/**
 * Returns texts and labels with a word neither translated nor in `data`.
 * Translated words have accents, so a plain ASCII word is English.
 * Skips elements with another `lang`, such as legal texts, and `translate="no"`.
 */
export async function findUntranslatedTexts(page: Page, data: readonly string[], part = 'body'): Promise<string[]> {
  const texts = await page.evaluate((of) => {
    const ATTRIBUTES = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt', 'data-hint']
    const root = document.querySelector(of) as Element
    const { lang } = document.documentElement
    const isOther = (element: Element | null) =>
      !element ||
      element.closest<HTMLElement>('[lang]')?.lang !== lang ||
      element.closest('script, style, noscript, template, [translate="no"]') !== null
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      if (!isOther(text.parentElement)) found.push(text.textContent ?? '')
    for (const element of root.querySelectorAll(ATTRIBUTES.map((name) => `[${name}]`).join()))
      if (!isOther(element)) found.push(...ATTRIBUTES.map((name) => element.getAttribute(name) ?? ''))
    return found
  }, part)
  // Remove longer texts first, since they may contain shorter ones.
  const known = [...data, page.url(), new URL(page.url()).pathname].filter(Boolean).sort((a, b) => b.length - a.length)
  const rest = (text: string) => known.reduce((left, one) => left.replaceAll(one, ''), text).replace(UNTRANSLATED, '')
  return [...new Set(texts)].filter((text) => /[A-Za-z]{3}/.test(rest(text)))
}

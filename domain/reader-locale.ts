/**
 * Default locale for numbers and dates.
 * Browsers set it for their reader; servers pass each reader's locale.
 */
let locale = 'en-GB'

/**
 * Sets the default locale (BCP 47) for numbers and dates.
 * For processes with only one reader, such as a browser.
 */
export function setReaderLocale(tag: string): void {
  locale = tag
}

/**
 * Returns the locales to try, in this order.
 * English means British English, which is also the fallback for other languages.
 */
export const readerLocales = (tag = locale): string[] =>
  tag === 'en' || tag.startsWith('en-') ? ['en-GB'] : [tag, 'en-GB']

/**
 * Returns a function that returns the formatter of a locale.
 * Each formatter is created once.
 */
export function cacheByReaderLocale<F>(make: (locales: string[]) => F): (tag?: string) => F {
  const made = new Map<string, F>()
  return (tag = locale) => {
    const format = made.get(tag) ?? make(readerLocales(tag))
    made.set(tag, format)
    return format
  }
}

/**
 * Default locale for numbers and dates.
 * Browsers set it for their reader; servers pass each reader's locale.
 */
let locale = 'en-GB'

/** Sets the default locale (BCP 47) of a single-reader process. */
export function setReaderLocale(tag: string): void {
  locale = tag
}

/**
 * Returns the locales to try.
 * English is British English, the fallback of other languages.
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

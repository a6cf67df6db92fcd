/**
 * Default locale for numbers and dates.
 * A browser has one reader and sets it; servers pass the locale of each reader.
 */
let locale = 'en-GB'

/** Sets the default locale (BCP 47) in a process with a single reader. */
export function setReaderLocale(tag: string): void {
  locale = tag
}

/** Returns the locales to try: British English for English; other languages fall back to it. */
export const readerLocales = (tag = locale): string[] =>
  tag === 'en' || tag.startsWith('en-') ? ['en-GB'] : [tag, 'en-GB']

/**
 * Returns a function that returns the formatter of a locale.
 * It creates each once, on first use.
 */
export function cacheByReaderLocale<F>(make: (locales: string[]) => F): (tag?: string) => F {
  const made = new Map<string, F>()
  return (tag = locale) => {
    const format = made.get(tag) ?? make(readerLocales(tag))
    made.set(tag, format)
    return format
  }
}

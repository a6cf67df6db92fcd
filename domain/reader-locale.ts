/**
 * Default locale for numbers and dates.
 * A browser has one reader and sets this locale; servers pass the locale of each reader.
 */
let locale = 'en-GB'

/** Sets the default locale (BCP 47) in a process with a single reader. */
export function setReaderLocale(tag: string): void {
  locale = tag
}

/** Returns the locales to try: British English for English. Other languages fall back to British English. */
export const readerLocales = (tag = locale): string[] =>
  tag === 'en' || tag.startsWith('en-') ? ['en-GB'] : [tag, 'en-GB']

/** Returns a function that maps a locale to its formatter. Each formatter is created once, on first use. */
export function cacheByReaderLocale<F>(make: (locales: string[]) => F): (tag?: string) => F {
  const made = new Map<string, F>()
  return (tag = locale) => {
    const format = made.get(tag) ?? make(readerLocales(tag))
    made.set(tag, format)
    return format
  }
}

/**
 * Locale in which numbers and dates are written by default.
 * A browser has one reader and sets it; servers name the locale of each reader.
 */
let locale = 'en-GB'

/** Sets the language of this process's only reader; BCP 47. */
export function setReaderLocale(tag: string): void {
  locale = tag
}

/** Returns the locales to try: British English for English, and where a system lacks the language. */
export const readerLocales = (tag = locale): string[] =>
  tag === 'en' || tag.startsWith('en-') ? ['en-GB'] : [tag, 'en-GB']

/** Returns a formatter of the reader's language, made on first use and again after a change of language. */
export function inReaderLocale<F>(make: (locales: string[]) => F): (tag?: string) => F {
  const made = new Map<string, F>()
  return (tag = locale) => {
    const format = made.get(tag) ?? make(readerLocales(tag))
    made.set(tag, format)
    return format
  }
}

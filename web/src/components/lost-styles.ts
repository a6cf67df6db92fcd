/** Style sheets that did not come with their code: the bundler asks for each of them only once, so that they are asked for again here. */

type Load = () => Promise<unknown>

/** The addresses of those that a try has missed. */
const missed = new WeakMap<Load, readonly string[]>()

/** Whether it says of a style sheet, in the bundler's words, that it did not come. */
export const isLostStyle = (error: unknown) => String(error).includes('Unable to preload CSS')

/** Those that the page has asked for and not got. */
function lostStyles(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  const there = new Set(links.filter(({ sheet }) => sheet).map(({ href }) => href))
  return links.map(({ href }) => href).filter((href) => !there.has(href))
}

function fetchStyle(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error(`Unable to preload CSS for ${href}`))
    }
    link.href = href
    document.head.append(link)
  })
}

/** Answers what `load` answers, once all style sheets are there that an earlier try of the same `load` has missed. */
export async function withStyles<T>(load: () => Promise<T>): Promise<T> {
  await Promise.all((missed.get(load) ?? []).map(fetchStyle))
  missed.delete(load)
  try {
    return await load()
  } catch (error) {
    if (isLostStyle(error)) missed.set(load, lostStyles())
    throw error
  }
}

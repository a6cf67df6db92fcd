/** Sizes of the build's files that a first screen needs. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FirstScreenFiles } from '../../web/first-screens.ts'

const WEB = path.join(import.meta.dirname, '../../dist/web')

const gzipped = (file: string) => gzipSync(readFileSync(path.join(WEB, file))).length

/** Returns the HTML page that the server sends for this address. */
const pageAt = (address: string) => {
  const page = address === '/' ? 'pages/start.html' : `${address}.html`
  return existsSync(path.join(WEB, page)) ? page : 'index.html'
}

/**
 * Returns the gzipped size in bytes of a page's HTML with its inline styles.
 * The browser can show the page as soon as it has these bytes.
 */
export const firstPaintBytes = (address: string): number => gzipped(pageAt(address))

function readScreens(): Record<string, FirstScreenFiles> {
  return JSON.parse(readFileSync(path.join(WEB, 'first-screens.json'), 'utf8'))
}

function filesAt(address: string): FirstScreenFiles {
  const files = readScreens()[address]
  if (!files) throw new Error(`The build does not know ${address}.`)
  return files
}

/** Returns the gzipped bytes of the files that only this screen loads after its first render. */
export function deferredBytesOf(address: string): number {
  const { soon } = filesAt(address)
  const others = Object.entries(readScreens()).filter(([other]) => other !== address)
  const own = soon.filter((file) => !others.some(([, files]) => files.soon.includes(file)))
  return own.reduce((sum, file) => sum + gzipped(file), 0)
}

/** Returns the gzipped size in bytes of the page at this address and the files that it needs. */
export function firstLoadBytes(address: string): number {
  const page = readFileSync(path.join(WEB, pageAt(address)), 'utf8')
  const { needed } = filesAt(address)
  // Leaves out style sheets that are inlined in the page, because the page disables their links.
  const fetched = needed.filter((file) => !page.includes(`href="${file}" disabled`))
  return fetched.reduce((sum, file) => sum + gzipped(file), firstPaintBytes(address))
}

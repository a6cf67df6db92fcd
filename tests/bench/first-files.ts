/** Sizes of the files that a first screen needs, as the build lists them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FirstFiles } from '../../web/first-screens.ts'

const WEB = path.join(import.meta.dirname, '../../dist/web')

const gzipped = (file: string) => gzipSync(readFileSync(path.join(WEB, file))).length

/** Returns the HTML page that the server sends for this address. */
const pageAt = (address: string) => {
  const page = address === '/' ? 'pages/start.html' : `${address}.html`
  return existsSync(path.join(WEB, page)) ? page : 'index.html'
}

/** Returns the gzipped bytes that the first paint waits for: the page with its inline styles. */
export const firstPaintBytes = (address: string): number => gzipped(pageAt(address))

/** Returns the gzipped bytes of the page and of all files that the screen at this address needs. */
export function firstLoadBytes(address: string): number {
  const page = readFileSync(path.join(WEB, pageAt(address)), 'utf8')
  const screens: Record<string, FirstFiles> = JSON.parse(readFileSync(path.join(WEB, 'first-screens.json'), 'utf8'))
  const { needed } = screens[address] ?? {}
  if (!needed) throw new Error(`The build does not know ${address}.`)
  // Styles that the page contains inline are not fetched: the page disables their links.
  const fetched = needed.filter((file) => !page.includes(`href="${file}" disabled`))
  return fetched.reduce((sum, file) => sum + gzipped(file), firstPaintBytes(address))
}

/** What a role's first screen is made of: the files without which it can't stand, as the build lists them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FirstFiles } from '../web/first-screens.ts'

const WEB = path.join(import.meta.dirname, '../dist/web')

const gzipped = (file: string) => gzipSync(readFileSync(path.join(WEB, file))).length

/** The page that the server answers with at this address. */
const pageAt = (address: string) => (existsSync(path.join(WEB, `${address}.html`)) ? `${address}.html` : 'index.html')

/** Bytes after gzip that the first paint waits for: the page, with its styles and all that it holds. */
export const firstPaintBytes = (address: string): number => gzipped(pageAt(address))

/** Bytes after gzip of the page, the app, and of what the screen at this address needs beside it. */
export function firstLoadBytes(address: string): number {
  const page = readFileSync(path.join(WEB, pageAt(address)), 'utf8')
  const screens: Record<string, FirstFiles> = JSON.parse(readFileSync(path.join(WEB, 'first-screens.json'), 'utf8'))
  const { needed } = screens[address] ?? {}
  if (!needed) throw new Error(`The build does not know ${address}.`)
  // Styles that stand in the page are switched off there by their name.
  const fetched = needed.filter((file) => !page.includes(`href="${file}" disabled`))
  return fetched.reduce((sum, file) => sum + gzipped(file), firstPaintBytes(address))
}

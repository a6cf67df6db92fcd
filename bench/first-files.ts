/** What a role's first screen is made of: the files without which it can't stand, as the build lists them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const WEB = path.join(import.meta.dirname, '../dist/web')

/** Bytes after gzip of the app, and of what the screen at this address needs beside it. */
export function firstLoadBytes(address: string): number {
  const page = readFileSync(path.join(WEB, 'index.html'), 'utf8')
  const screens: Record<string, string[]> = JSON.parse(readFileSync(path.join(WEB, 'first-screens.json'), 'utf8'))
  const beside = screens[address]
  if (!beside) throw new Error(`The build does not know ${address}.`)
  const app = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '')
  const files = new Set([...app, ...beside])
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(WEB, file))).length, 0)
}

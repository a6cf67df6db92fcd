/** What a role's first screen is made of: the files without which it can't stand, as the build's manifest tells. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { FIRST_SCREENS } from '../web/first-screens.ts'

const WEB = path.join(import.meta.dirname, '../dist/web')

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Bytes after gzip of the app, of the screen at this address, and of everything that they import before they run. */
export function firstLoadBytes(address: string): number {
  const sources = FIRST_SCREENS[address] ?? []
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(path.join(WEB, '.vite/manifest.json'), 'utf8'))
  const files = new Set<string>()
  const followed = new Set<string>()
  const follow = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}; build the web app first.`)
    if (followed.has(key)) return
    followed.add(key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) follow(next)
  }
  for (const key of ['index.html', ...sources.map((source) => `src/${source}`)]) follow(key)
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(WEB, file))).length, 0)
}

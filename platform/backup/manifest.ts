/** What a backup holds, written last: a folder without it is no complete backup. */

import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { lookUp } from '#rules/dictionary.ts'
import { OWNER_ONLY } from '../private-files.ts'

const NAME = 'backup.json'

const Manifest = z.object({
  version: z.literal(1),
  takenAt: z.string(),
  installationId: z.string(),
  /** In the log. */
  events: z.int().min(0),
  /** The newest checkpoint in it; absent where none was made, and in backups of before. */
  checkpoint: z.object({ id: z.string(), size: z.int(), root: z.string() }).optional(),
  /** SHA-256 of each file, by its path in the folder. */
  files: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export async function writeManifest(folder: string, about: Omit<Manifest, 'version' | 'files'>): Promise<Manifest> {
  const manifest: Manifest = { version: 1, ...about, files: await sumsOf(folder) }
  writeFileSync(path.join(folder, NAME), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: OWNER_ONLY.file,
    flush: true,
  })
  return manifest
}

/** Throws a sentence unless the folder is a complete backup in which every file is as it was written. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, NAME)
  if (!existsSync(file)) throw new Error(`The folder ${folder} holds no complete backup: there is no ${NAME} in it.`)
  const parsed = Manifest.safeParse(parse(readFileSync(file, 'utf8')))
  if (!parsed.success) throw new Error(`The backup ${folder} is damaged: its ${NAME} can't be read.`)
  const sums = await sumsOf(folder)
  for (const [name, sum] of Object.entries(parsed.data.files))
    if (lookUp(sums, name) !== sum)
      throw new Error(
        `The backup ${folder} is damaged: ${name} ${lookUp(sums, name) ? 'is not as it was written' : 'is missing'}.`,
      )
  return parsed.data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function sumsOf(folder: string): Promise<Record<string, string>> {
  const sums = new Map<string, string>()
  for (const name of (readdirSync(folder, { recursive: true }) as string[]).sort()) {
    const file = path.join(folder, name)
    if (name === NAME || !statSync(file).isFile()) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    sums.set(name.replaceAll('\\', '/'), hash.digest('hex'))
  }
  return Object.fromEntries(sums)
}

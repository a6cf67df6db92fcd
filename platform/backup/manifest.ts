/** What a backup holds, written last: a folder without it is no complete backup. */

import { createHash } from 'node:crypto'
import { createReadStream, existsSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { lookUp } from '#rules/dictionary.ts'
import { OWNER_ONLY } from '../private-files.ts'

const NAME = 'backup.json'
/** A photo: a file of the folder blobs that is named by the SHA-256 of its content. */
const BLOB = /^blobs\/[0-9a-f]{2}\/[0-9a-f]{64}$/

const Manifest = z.object({
  version: z.literal(1),
  takenAt: z.string(),
  installationId: z.string(),
  /** In the log. */
  events: z.int().min(0),
  /** The newest checkpoint in it; absent where none was made, and in backups of before. */
  checkpoint: z.object({ id: z.string(), size: z.int(), root: z.string() }).optional(),
  /** Photos that were damaged when the backup was taken, by their paths; they are not in it. */
  damaged: z.array(z.string()).optional(),
  /** SHA-256 of each file, by its path in the folder. */
  files: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** Removes photos whose content is not what their name says, so that what remains is verified, and names them in the manifest. */
export async function writeManifest(
  folder: string,
  about: Omit<Manifest, 'version' | 'files' | 'damaged'>,
): Promise<Manifest> {
  const sums = await sumsOf(folder)
  const damaged = namesIn(folder).filter((name) => BLOB.test(name) && lookUp(sums, name) !== path.basename(name))
  for (const name of damaged) rmSync(path.join(folder, name), { recursive: true })
  const files = Object.fromEntries(Object.entries(sums).filter(([name]) => !damaged.includes(name)))
  const manifest: Manifest = { version: 1, ...about, ...(damaged.length > 0 && { damaged }), files }
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

const namesIn = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).map((name) => name.replaceAll('\\', '/')).sort()

/** Of regular files only: a link would be summed as what it leads to. */
async function sumsOf(folder: string): Promise<Record<string, string>> {
  const sums = new Map<string, string>()
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name)
    if (name === NAME || !lstatSync(file).isFile()) continue
    const hash = createHash('sha256')
    await pipeline(createReadStream(file), hash)
    sums.set(name, hash.digest('hex'))
  }
  return Object.fromEntries(sums)
}

/**
 * Writes gzip and Brotli files beside the built web app's text files.
 * Usage: `node compress.ts FOLDER`.
 */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/
/** A file below this size fits into one network packet together with its headers. */
const MIN_BYTES = 1_024

/** Compresses in parallel on Node's thread pool. */
async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(content, { params }),
  ])
  await Promise.all([writeFile(`${file}.gz`, zipped), writeFile(`${file}.br`, brotli)])
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node compress.ts FOLDER')
const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))))

/** Compresses what a build made, once: beside each text file its gzip and Brotli forms, for `node compress.ts FOLDER`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const TEXT = /\.(js|css|html|svg|json|webmanifest|txt)$/
/** A smaller file fits into the packet that its headers need anyway. */
const LEAST_BYTES = 1_024

function compress(file: string): void {
  const content = readFileSync(file)
  if (content.length < LEAST_BYTES) return
  writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }))
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  )
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: node compress.ts FOLDER')
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  if (TEXT.test(name)) compress(join(folder, name))

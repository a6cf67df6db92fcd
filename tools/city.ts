/**
 * Runs `npm run city -- import FILE` or `npm run city -- export [FILE]`.
 * Files contain zones, sites, trucks and prices.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readEmbeddedSettings } from '#platform/config.ts'
import { runCommandLineTool } from '#platform/process.ts'
import { readTextFile } from '#platform/text-file.ts'
import { type CityClient, createCityClient, signInRemote } from './city/client.ts'
import { exportCity } from './city/export.ts'
import { readCityFile, writeCityFile } from './city/file.ts'
import { importCity } from './city/import.ts'
import { openOfflineClient } from './city/offline-client.ts'

const USAGE = 'Say what to do: npm run city -- import FILE, or npm run city -- export [FILE]'

await runCommandLineTool(async (args) => {
  const options = { url: { type: 'string' }, as: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [what, file] = positionals
  if (!(what === 'export' || (what === 'import' && file))) throw new Error(USAGE)
  // Reports a faulty file before anything is opened.
  const city = what === 'import' && file ? readCityFile(await readTextFile(file), file) : undefined
  const { door: client, close } = values.url
    ? await openRemote(values.url, values.as)
    : await openOfflineClient(readEmbeddedSettings(process.env, 'set up'))
  try {
    if (!city) return writeOutput(writeCityFile(await exportCity(client)), file)
    const { changed, stays } = await importCity(client, city)
    for (const line of changed) console.log(line)
    if (changed.length === 0) console.log(`The city already matches ${file}: nothing was changed.`)
    for (const line of stays) console.log(`Stays: ${line}`)
  } finally {
    await close()
  }
})

/** Connects to a running installation as a dispatcher. */
async function openRemote(url: string, as = ''): Promise<{ door: CityClient; close(): Promise<void> }> {
  const { CITY_PASSWORD, CITY_CODE } = process.env
  if (!as || !CITY_PASSWORD) throw new Error('Sign in with --as EMPLOYEE_ID and the password in CITY_PASSWORD.')
  const root = url.replace(/\/+$/, '')
  const token = await signInRemote(root, as, CITY_PASSWORD, CITY_CODE)
  return { door: createCityClient(root, token), close: async () => undefined }
}

function writeOutput(text: string, file: string | undefined): void {
  if (file) writeFileSync(file, text, { flag: 'wx' })
  else process.stdout.write(text)
}

/** Tests that each unreadable evaluation file gets a one-sentence error. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readWeightsCsv } from './csv.ts'
import evaluateForecaster from './forecaster.ts'
import { InputError } from './input.ts'
import { readAnnotatedPhotos } from './scenes.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const CSV = 'date,district,tonnes\n2026-01-05,D\u00e9charge,3\n'

it('are read as UTF-8, with a byte order mark or without', async () => {
  const file = path.join(folder, 'weights.csv')
  for (const mark of ['', '\uFEFF']) {
    writeFileSync(file, mark + CSV)
    expect([...(await readWeightsCsv(file)).districts.keys()]).toEqual(['D\u00e9charge'])
  }
})

it.each([
  ['Windows-1252', Buffer.from(CSV, 'latin1'), 2],
  ['UTF-16', Buffer.from(`\uFEFF${CSV}`, 'utf16le'), 1],
])('of %s are refused with the line', async (_, bytes, line) => {
  const file = path.join(folder, 'scenes.csv')
  writeFileSync(file, bytes)
  const sentence = `${file}:${line}: This is not UTF-8. Save the file as UTF-8.`
  await expect(readWeightsCsv(file)).rejects.toThrow(new InputError(sentence))
  await expect(readAnnotatedPhotos(folder)).rejects.toThrow(new InputError(sentence))
})

it('that are not there are named', () =>
  expect(readWeightsCsv(path.join(folder, 'none.csv'))).rejects.toThrow(/none\.csv can't be read \(ENOENT\); give the/))

it('that give nothing to score are an error, not a result', async () => {
  const file = path.join(folder, 'short.csv')
  writeFileSync(file, CSV)
  await expect(evaluateForecaster(['--csv', file])).rejects.toThrow(/^No day could be scored/)
})

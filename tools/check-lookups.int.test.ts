/** Tests that the check finds only object lookups by arbitrary keys. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findUnsafeLookups } from './check-lookups.ts'

const SOURCE = `
declare const chosen: string
declare const known: 'a' | 'b'
declare const km: Record<string, number>
declare const nested: Readonly<Record<string, Record<string, number>>> | undefined
declare const row: { a: number; b: number }
declare const list: readonly number[]
export const forbidden = [
  km[chosen],
  nested?.[chosen],
  row[chosen as 'a'],
  chosen in row,
]
export function write() { km[chosen] = 1 }
export const allowed = [km.constructor, row[known], list[km.a ?? 0], 'a' in row, delete km[chosen]]
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"strict":true,"noEmit":true},"include":["*.ts"]}',
  )
  for (const name of ['code.ts', 'code.test.ts']) writeFileSync(path.join(folder, name), SOURCE)
})
afterAll(() => rmSync(folder, { recursive: true }))

it('names each with its file and line, and leaves tests out', () =>
  expect(findUnsafeLookups(path.join(folder, 'tsconfig.json'))).toEqual([
    'code.ts:9 km[chosen]',
    'code.ts:10 nested?.[chosen]',
    "code.ts:11 row[chosen as 'a']",
    'code.ts:12 chosen in row',
    'code.ts:14 km[chosen]',
  ]))

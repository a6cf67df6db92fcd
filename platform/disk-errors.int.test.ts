/** Tests that errors of files and databases become sentences with advice. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseErrorReasonOf, errorSentenceOf } from './disk-errors.ts'

const FULL = 'the disk is full. Free some space, then try again'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'disk-errors-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function thrown(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

it('names the file and its problem', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  expect(errorSentenceOf(thrown(() => mkdirSync(file)))).toBe(`${file} can't be used: it already exists.`)
  expect(errorSentenceOf(thrown(() => mkdirSync(path.join(file, 'x'))))).toBe(
    `${file}/x can't be used: a part of this path is not a folder.`,
  )
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  expect(errorSentenceOf(full)).toBe(`The disk can't be used: ${FULL}.`)
})

it('leaves a sentence of ours as it is', () => {
  expect(errorSentenceOf(new Error('Name the folder.'))).toBe('Name the folder.')
  expect(errorSentenceOf(Object.assign(new Error('The log is gone.'), { code: 'ENOENT' }))).toBe('The log is gone.')
})

it('says of a database that its disk is full', () => {
  const database = new DatabaseSync(path.join(folder, 'database'))
  database.exec('CREATE TABLE t (x); PRAGMA max_page_count = 2')
  const error = thrown(() => database.exec('INSERT INTO t VALUES (randomblob(100000))'))
  expect((error as Error).message).toBe('database or disk is full')
  expect(databaseErrorReasonOf(error, path.join(folder, 'database'))).toBe(FULL)
  expect(errorSentenceOf(error)).toBe(`A database in the data folder can't be used: ${FULL}.`)
  database.close()
})

it('says more of a database than that there was an error', () => {
  const error = Object.assign(new Error('disk I/O error'), { errcode: 10 + (22 << 8) })
  expect(databaseErrorReasonOf(error, path.join(folder, 'database'))).toBe('the disk reports an error (disk I/O error)')
})

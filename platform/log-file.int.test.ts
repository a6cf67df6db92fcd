/**
 * Tests errors while a log file is built.
 * The original error must be reported, not an error that follows from it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { removeDerivedDatabase, runInTransaction } from './log-file.ts'

it('reports a full disk, and no consequence of it', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE t (text); PRAGMA max_page_count = 5')
  const fill = () => {
    for (;;) database.exec('INSERT INTO t VALUES (hex(randomblob(2000)))')
  }
  expect(() => runInTransaction(database, fill)).toThrow('database or disk is full')
  expect(database.prepare('SELECT count(*) AS count FROM t').get()).toEqual({ count: 0 })
  expect(() => runInTransaction(database, () => JSON.parse('{'))).toThrow('JSON')
  expect(database.isTransaction).toBe(false)
  database.close()
})

it('names what is wrong with a lock file, and blames no other process', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'log-file-'))
  const file = path.join(dir, 'rows.db')
  writeFileSync(`${file}.lock`, 'not a database, but a text that is longer than its first bytes. '.repeat(20))
  expect(() => removeDerivedDatabase(file)).toThrow(`${file}.lock can't be used: file is not a database.`)
  rmSync(dir, { recursive: true })
})

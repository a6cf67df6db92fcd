/** Tests that databases of tests are in memory only if there is space. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { quickFolder } from './quick-folder.ts'

// Any folder has space, and a path below a file is missing.
const folder = import.meta.dirname

it('is the folder in memory where that has room', () => {
  expect(quickFolder(folder, Number.NEGATIVE_INFINITY)).toBe(folder)
})

it('is the system’s own where that is too small or not there', () => {
  expect(quickFolder(folder, Number.MAX_VALUE)).toBe(tmpdir())
  expect(quickFolder(join(import.meta.filename, 'none'), 1)).toBe(tmpdir())
})

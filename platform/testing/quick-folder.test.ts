/** Tests keep their databases in memory only where that holds them. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { quickFolder } from './quick-folder.ts'

// Any folder will do for one with room, and a path below a file for one that is not there.
const folder = import.meta.dirname

it('is the folder in memory where that has room', () => {
  expect(quickFolder(folder, Number.NEGATIVE_INFINITY)).toBe(folder)
})

it('is the system’s own where that is too small or not there', () => {
  expect(quickFolder(folder, Number.MAX_VALUE)).toBe(tmpdir())
  expect(quickFolder(join(import.meta.filename, 'none'), 1)).toBe(tmpdir())
})

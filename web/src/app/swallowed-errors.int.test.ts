/**
 * Checks that no error is dropped in silence.
 * A handler uses it, shows something, or has a comment that names who shows it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** A handler that ignores the error. */
const DROPS = /\bcatch \{|\.catch\(\(\) =>|, \(\) => (undefined|null|false|\{\})\)/
const SHOWS = /\btoast\(/
const COMMENT = /^\s*(\/\/|\{?\/\*)/

const sources = path.join(import.meta.dirname, '..')

/** Returns each dropped error of a source as `line: text`. */
function droppedErrors(source: string): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const isExplained = [lines[index - 1], lines[index + 1]].some((beside) => COMMENT.test(beside ?? ''))
    return DROPS.test(line) && !SHOWS.test(line) && !isExplained ? [`${index + 1}: ${line.trim()}`] : []
  })
}

it('finds errors that nobody hears of', () => {
  expect(droppedErrors('try {\n  go()\n} catch {\n}')).toEqual(['3: } catch {'])
  expect(droppedErrors('const done = await go().catch(() => undefined)')).toHaveLength(1)
  expect(droppedErrors('go().then(stop, () => undefined)')).toHaveLength(1)
  expect(droppedErrors('// The next start tries again.\nawait go().catch(() => null)')).toEqual([])
  expect(droppedErrors("go().catch(() => toast('error', 'It failed'))")).toEqual([])
})

it('of every screen, none is dropped in silence', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    droppedErrors(readFileSync(path.join(sources, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

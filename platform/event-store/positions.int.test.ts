/**
 * Tests that no code calculates with log positions.
 * Only the SQLite log and the fake EventStoreDB may do so.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')
const EXEMPT = /^platform\/event-store\/sqlite|^tests\/(doubles|conformance)\/|\.test\.tsx?$|fixtures/

/** Matches a variable or field whose name ends with `position`. */
const POSITION = String.raw`(?:\b[\w.?]+\.)?\b(?:position|\w+Position)\b\)*`
const AFTER = new RegExp(`${POSITION} *(?:[-+](?!=) *(?!${POSITION})[\\w(]|\\+\\+|--|[-+]=)`)
const BEFORE = new RegExp(String.raw`(?<!${POSITION} *)(?<=[\w)\]]) *[-+] *(?:\w+[.(])*(?:position|\w+Position)\b`)

/**
 * Returns the source lines that add to a position or subtract from it.
 * Lines that subtract one position from another are allowed, because they only compare positions.
 */
function arithmeticIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^'\n]*'/g, "''")
  return code
    .split('\n')
    .map((line) => line.replace(/\/\/.*/, '').trim())
    .filter((line) => AFTER.test(line) || BEFORE.test(line))
}

it.each([
  'const [event] = await store.readStored(position - 1, 1)',
  'if (last.after + last.count + 1 === position) after = event.position + 1',
  'let after = (nodes.positionOf(begin) ?? START) - 1; position += 1',
  'rowAt(key, last.position-1)',
  'upTo(1 + row.position)',
  'const next = headPosition + step',
])('finds arithmetic: %s', (line) => {
  expect(arithmeticIn(line)).toHaveLength(1)
})

it.each(['all.sort((a, b) => a.position - b.position || a.at - b.at)', 'position: 1', "'composition' + 1", 'n + 1'])(
  'takes no other line for arithmetic: %s',
  (line) => expect(arithmeticIn(line)).toEqual([]),
)

it('is nowhere in the source', () => {
  const files = globSync('**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|dist|data)$/.test(name),
  })
  expect(files.length).toBeGreaterThan(1_000)
  const found = files
    .filter((file) => !EXEMPT.test(file))
    .flatMap((file) => arithmeticIn(readFileSync(path.join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`))
  expect(found).toEqual([])
})

/** Tests that docs/feed.md and test names quote the same rules. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const sorted = (numbers: Iterable<string>) =>
  [...new Set(numbers)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

it('quotes each rule of the feed', () => {
  const rules = read('docs/feed.md').matchAll(/^- \*\*(F[CD]\d+)\*\*/gm)
  const tests = ['projections/feed/*.test.ts', 'web/src/lib/feed/*.test.ts', 'tests/journeys/*.test.ts']
  const names = tests
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .flatMap((file) => [...read(file).matchAll(/\((F[CD]\d+(?:, F[CD]\d+)*)\)['`"]/g)])
  const quoted = names.flatMap(([, numbers = '']) => numbers.split(', '))
  expect(sorted(quoted)).toEqual(sorted([...rules].map(([, number = '']) => number)))
})

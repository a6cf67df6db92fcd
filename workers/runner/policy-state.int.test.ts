/** Tests that policies have no state outside their stored parts. Such state would be lost on a restart. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openPolicyStateParts, prefixPolicyStateParts } from './policy-state.ts'

const WORKERS = path.join(import.meta.dirname, '..')
/** Matches local variables of a policy that can change but are not stored. */
const UNKEPT = /^ {2}(let |const \w+ = (new |\[\]|\{\}))/

it('begins with what was kept of each part, and refuses two of one name', () => {
  const first = openPolicyStateParts()
  prefixPolicyStateParts(first.keep, 'a')('open', new Set<string>()).add('r1')
  const { keep, parts } = openPolicyStateParts(first.parts)
  expect(prefixPolicyStateParts(keep, 'a')('open', new Set())).toEqual(new Set(['r1']))
  expect(prefixPolicyStateParts(keep, 'b')('open', new Set())).toEqual(new Set())
  expect([...parts.keys()]).toEqual(['a/open', 'b/open'])
  expect(() => prefixPolicyStateParts(keep, 'a')('open', new Set())).toThrow('two parts are called a/open')
})

it('every policy and every fold that they share keeps all that it changes', () => {
  const files = readdirSync(WORKERS, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(-policy|folds\/[\w-]+|findings\/[\w-]+|news)\.ts$/.test(file) && !/spec|test/.test(file),
  )
  const lines = files.flatMap((file) =>
    readFileSync(path.join(WORKERS, file), 'utf8')
      .split('\n')
      .flatMap((line) => (UNKEPT.test(line) ? [`${file}: ${line.trim()}`] : [])),
  )
  expect(files.length).toBeGreaterThan(24)
  expect(lines).toEqual([])
})

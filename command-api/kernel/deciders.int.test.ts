/**
 * Tests that deciders are synchronous, because a command gathers facts before it decides.
 * The types refuse async deciders.
 * This test finds signatures whose type would allow one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.join(import.meta.dirname, '../..')

const sources = ['command-api', 'demo', 'workers'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.posix.join(folder, file)),
)

/** Matches deciders that return a promise, by return type or name. */
const WAITS =
  /Promise<(Decision|Decided)\b|\bdecide\w*\s*(:[^=]*)?=\s*async\b|\basync\s+(function\s+)?decide\w*\(|decide\w*:\s*async\b/

it('has no decider that waits', () => {
  expect(sources.length).toBeGreaterThan(150)
  const found = sources.flatMap((file) =>
    readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (WAITS.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

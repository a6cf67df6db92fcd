/** Tests that password checks leave pool threads for other work. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { verifyPassword } from './passwords.ts'

it('lets files be read while many passwords wait for their check', async () => {
  await verifyPassword(undefined, 'the first one also hashes')
  const CHECKS = 60
  let checked = 0
  const checks = Array.from({ length: CHECKS }, () => verifyPassword(undefined, 'a guess').then(() => checked++))
  // Waits until the password checks have started, which happens one microtask later.
  await new Promise(setImmediate)
  await readFile(import.meta.filename)
  expect(checked).toBeLessThan(CHECKS / 2)
  await Promise.all(checks)
})

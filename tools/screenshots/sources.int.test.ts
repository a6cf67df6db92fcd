/** Tests that no screenshot is older than its screen's code. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { SCREENS } from './screens.ts'
import { readSourceDigests, sourceDigestOf } from './sources.ts'

const FOLDER = path.join(import.meta.dirname, '../../docs/screenshots')

it.each(SCREENS)('the screenshot $name shows the present code', (screen) => {
  const isCurrent =
    existsSync(path.join(FOLDER, `${screen.name}.webp`)) && readSourceDigests()[screen.name] === sourceDigestOf(screen)
  expect(
    isCurrent,
    `docs/screenshots/${screen.name}.webp shows ${screen.page}, whose code has changed since. Run: npm run screenshots`,
  ).toBe(true)
})

it('has no other pictures', () => {
  const pictures = readdirSync(FOLDER).filter((name) => name !== 'sources.json')
  expect(pictures.sort()).toEqual(SCREENS.map(({ name }) => `${name}.webp`).sort())
})

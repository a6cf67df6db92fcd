/** Checks that no form uses the browser's own validation messages. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const sources = path.join(import.meta.dirname, '..')
const forms = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const found = readFileSync(path.join(sources, file), 'utf8').match(/<form\b[\s\S]*?(?<!=)>/g) ?? []
    return found.map((opening) => [file, opening] as const)
  })

it('finds the forms', () => expect(forms.length).toBeGreaterThan(10))

it.each(forms)('%s', (_, opening) => expect(opening).toContain('noValidate'))

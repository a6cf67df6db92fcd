/**
 * Runs `npm run messages`: writes the texts of the sources to the catalogues of contract/languages.
 * `npm run messages -- check` changes nothing.
 * It lists what is missing, and texts of components that no catalogue can have.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import ts from 'typescript'
import { SOURCE_LOCALE, STAFF_LOCALES } from '#contract/languages/locales.ts'

const root = path.join(import.meta.dirname, '..')
const config = getConfig({ configPath: path.join(root, 'web/lingui.config.ts') })

/** Staff screens exist in few languages. */
const localesOf = (catalogue: string) =>
  config.locales.filter((locale) => !catalogue.endsWith('staff') || STAFF_LOCALES.some((staff) => staff === locale))

/** Writes all catalogues; texts that no source has any more are removed. */
export async function extractMessages(): Promise<void> {
  for (const catalogue of await getCatalogs(config)) {
    const locale = localesOf(catalogue.path)
    const made = await catalogue.make({ clean: true, overwrite: false, orderBy: config.orderBy, locale })
    if (!made) throw new Error(`The texts of ${catalogue.path} could not be read.`)
  }
}

/** Returns one line for each text that a catalogue lacks, and for each that has no translation. */
async function findMissing(): Promise<string[]> {
  const missing: string[] = []
  for (const catalogue of await getCatalogs(config)) {
    const texts = Object.entries((await catalogue.collect()) ?? {})
    for (const locale of localesOf(catalogue.path)) {
      const known = new Map(Object.entries((await catalogue.read(locale)) ?? {}))
      const name = path.relative(root, catalogue.getFilename(locale))
      for (const [id, { message = id }] of texts) {
        if (!known.has(id)) missing.push(`${name} lacks '${message}'. Run npm run messages.`)
        else if (!known.get(id)?.translation) missing.push(`${name} has no translation of '${message}'`)
      }
    }
  }
  return missing
}

/** Attributes whose text a user reads or hears. */
const READ_ATTRIBUTES = /^(alt|title|label|placeholder|description|aria-label|aria-description|aria-roledescription)$/
/** Two letters make a text. Units, keys, formats and the product's name are the same in every language. */
const IS_TEXT = /[A-Za-z]{2}/
const NAMES = /\b(GT-1234-26|Mercedes|Atego|WasteSense|km|kg|Esc|Ctrl|JSON|CSV|PDF|PNG)\b/g
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])

/** Returns each text in a component that is not in a macro, as `file:line text`. */
export function findLiterals(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const report = (node: ts.Node, text: string) => {
    const words = text.trim()
    if (!IS_TEXT.test(words.replace(NAMES, ''))) return
    found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${words}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && MACROS.has(node.openingElement.tagName.getText())) return
    if (ts.isJsxText(node)) report(node, node.text.replaceAll(/&\w+;/g, ''))
    const value = ts.isJsxAttribute(node) && READ_ATTRIBUTES.test(node.name.getText()) ? node.initializer : undefined
    if (value && ts.isStringLiteral(value)) report(value, value.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Shown in English only: a translation would have to be checked by a lawyer. */
const LEGAL = 'web/src/pages/public/legal.tsx'

/** Returns everything that keeps a text from being shown in a language. */
export async function checkMessages(): Promise<string[]> {
  const components = globSync('web/src/**/*.tsx', { cwd: root, exclude: ['**/*.test.tsx', LEGAL] })
  const literals = components.flatMap((name) => findLiterals(name, readFileSync(path.join(root, name), 'utf8')))
  return [...literals.map((text) => `${text}: no macro translates this`), ...(await findMissing())]
}

if (import.meta.main) {
  if (process.argv[2] === 'check') {
    const faults = await checkMessages()
    console.log(faults.join('\n') || `Every text is in every language beside ${SOURCE_LOCALE}.`)
    process.exitCode = faults.length > 0 ? 1 : 0
  } else await extractMessages()
}

/**
 * Runs `npm run messages`: copies the sources' texts to the catalogues in contract/languages.
 * `npm run messages -- check` only lists missing translations and texts outside macros.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { type ExtractorType, getConfig } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import ts from 'typescript'
import { eventTypeLabelOf } from '#contract/audit/event-subjects.ts'
import { SOURCE_LOCALE, STAFF_LOCALES } from '#contract/languages/locales.ts'
import { EVENT_CATALOGUE } from '#contract/streams.ts'

const root = path.join(import.meta.dirname, '..')

/** Reads event type names, which screens derive from the types. */
export const eventTypeExtractor: ExtractorType = {
  match: (file) => file.endsWith('/contract/streams.ts'),
  extract(file, _code, onMessageExtracted) {
    for (const message of Object.keys(EVENT_CATALOGUE).map(eventTypeLabelOf))
      onMessageExtracted({ id: generateMessageId(message), message, origin: [file, 1] })
  },
}

const config = {
  ...getConfig({ configPath: path.join(root, 'web/lingui.config.ts') }),
  extractors: [eventTypeExtractor, babelExtractor],
}

const localesOf = (catalogue: string) =>
  config.locales.filter((locale) => !catalogue.endsWith('staff') || STAFF_LOCALES.some((staff) => staff === locale))

/** Writes all catalogues and removes unused texts. */
export async function extractMessages(): Promise<void> {
  for (const catalogue of await getCatalogs(config)) {
    const locale = localesOf(catalogue.path)
    const made = await catalogue.make({ clean: true, overwrite: false, orderBy: config.orderBy, locale })
    if (!made) throw new Error(`The texts of ${catalogue.path} could not be read.`)
  }
}

/** Returns one line per missing or untranslated text. */
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

/** Attributes whose text is shown or read aloud to the user. */
const READ_ATTRIBUTES = /^(alt|title|label|placeholder|description|aria-label|aria-description|aria-roledescription)$/
/**
 * Matches texts that need a translation: two letters in a row.
 * Units, keys and formats are the same in every language.
 */
const IS_TEXT = /[A-Za-z]{2}/
const NAMES = /\b(GT-1234-26|Mercedes|Atego|WasteSense|km|kg|Esc|Ctrl|JSON|CSV|PDF|PNG)\b/g
const MACROS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])

/** Returns a component's texts outside macros, each as `file:line text`. */
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

/** English only, because a lawyer would have to check each translation. */
const LEGAL = 'web/src/pages/public/legal.tsx'

/** Returns every fault that prevents the translation of a text. */
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

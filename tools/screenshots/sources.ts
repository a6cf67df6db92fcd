/**
 * Digests of the code behind each screenshot, stored in docs/screenshots/sources.json.
 * A digest covers the page and its imports in `web/src/pages` and `web/src/features`.
 * It excludes shared components, which change often but rarely change a picture.
 * It excludes features' dynamic imports: dialogs, which no screenshot shows.
 * It ignores comments, types, import paths and formatting, so moved code keeps it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { SCREENS, type Screen } from './screens.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const FILE = path.join(ROOT, 'docs/screenshots/sources.json')
const PAGES = 'web/src/pages/'
const FEATURES = 'web/src/features/'
const DIGEST_LENGTH = 16

type Digests = Record<string, string>

/** Returns the digest of a screen's current code. */
export function sourceDigestOf({ name, page }: Pick<Screen, 'name' | 'page'>): string {
  if (!existsSync(path.join(ROOT, page)))
    throw new Error(
      `The page of the screenshot ${name}, ${page}, does not exist. Correct it in tools/screenshots/screens.ts.`,
    )
  const texts = filesOf(page).map((file) => sha256(normalized(file)))
  return sha256(texts.sort().join()).slice(0, DIGEST_LENGTH)
}

/** Returns the digests of the code that the stored screenshots show. */
export const readSourceDigests = (): Digests => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {})

/**
 * Stores the current source digests of the given screens.
 * Other screens' digests stay unchanged.
 */
export function writeSourceDigests(screens: readonly Screen[]): void {
  const digests = new Map(Object.entries(readSourceDigests()))
  for (const screen of screens) digests.set(screen.name, sourceDigestOf(screen))
  const known = SCREENS.flatMap(({ name }) => (digests.has(name) ? [[name, digests.get(name)]] : []))
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`)
}

/**
 * Returns the page and its imports in web/src/pages and web/src/features.
 * Paths are relative to the repository.
 */
function filesOf(page: string): string[] {
  const files = [page]
  for (const file of files) for (const found of importsOf(file)) if (!files.includes(found)) files.push(found)
  return files
}

function importsOf(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const found: string[] = []
  const add = (specifier: ts.Node | undefined) => {
    if (specifier && ts.isStringLiteral(specifier)) found.push(resolve(file, specifier.text))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) add(node.moduleSpecifier)
    else if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier)
    else if (isDynamicImport(node) && file.startsWith(PAGES)) add(node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX))
  return found.filter((name) => name.startsWith(PAGES) || name.startsWith(FEATURES))
}

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword

/**
 * Returns the path of the imported file, relative to the repository.
 * Returns imports of packages and of other folders unchanged.
 */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return specifier.replace(/^#web\//, 'web/src/')
}

/** Returns a file's text without comments, types, imports and formatting. */
function normalized(file: string): string {
  const text = read(file)
  if (file.endsWith('.css')) return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ')
  if (!/\.tsx?$/.test(file)) return text
  const { outputText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.ReactJSX,
      removeComments: true,
    },
  })
  return outputText
    .replace(/^(import|export) .*from .*$/gm, '')
    .replace(/import\((['"]).*?\1\)/g, 'import()')
    .replace(/\s+/g, ' ')
}

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

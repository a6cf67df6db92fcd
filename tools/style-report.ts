/** Reports code style: words per comment, jargon, modules with one importer, large web features. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Words and phrases that the style guide replaces by standard terms. */
const DIALECT =
  /\b(whoever|told|asked|held|stands|lies|foretold|foreseen|anew|by itself|of itself|so many|so long|comes of it|is brought|are brought|put back|is put|has it that|gives? way|of before|made anew|what it is|nobody|somebody|anybody|in the midst|at hand|does without|has no need|goes on|begins?|till)\b/i

/** First words of a comment that hide the sentence's subject. */
const RIDDLE = /^(what|whoever|whose|of|by which|that which|where|which|so that|than)\b/i

/** Largest number of files that a web feature should have. */
const FEATURE_FILES = 12

interface StyleReport {
  files: number
  commentLines: number
  /** Mean number of words in a comment line. */
  wordsPerLine: number
  /** Fraction of comments with forbidden words, 0 to 1. */
  dialect: number
  /** Files that only one other file, in the same folder, imports. */
  singleImporter: string[]
  /** Web features with more than FEATURE_FILES files. */
  largeFeatures: Record<string, number>
}

/** Returns a file's comments as lines without comment characters. */
export function commentsOf(text: string): string[][] {
  const comments: string[][] = []
  let open: string[] | undefined
  let previous = -2
  for (const [number, line] of text.split('\n').entries()) {
    const trimmed = line.trim()
    if (open) {
      const last = trimmed.includes('*/')
      add(open, trimmed.replace(/\*\/.*$/, '').replace(/^\*\s?/, ''))
      if (last) open = undefined
    } else if (trimmed.startsWith('/*') || trimmed.startsWith('{/*')) {
      open = []
      comments.push(open)
      add(open, trimmed.replace(/^\{?\/\*+\s?/, '').replace(/\*\/.*$/, ''))
      if (trimmed.includes('*/')) open = undefined
    } else if (trimmed.startsWith('//')) {
      if (previous !== number - 1) comments.push([])
      add(comments.at(-1) as string[], trimmed.replace(/^\/\/+\s?/, ''))
      previous = number
    }
  }
  return comments.filter((lines) => lines.length > 0)
}

function add(lines: string[], line: string): void {
  const isDirective = /^(biome-ignore|@ts-|@vite|v8 ignore|#__PURE__)/.test(line)
  if (line.trim() && !isDirective) lines.push(line.trim())
}

const wordsIn = (line: string) => line.split(/\s+/).filter((word) => /\w/.test(word)).length

/** Returns whether a comment uses jargon or a word such as "it" without saying what is meant. */
export const isUnclearComment = (lines: readonly string[]) => {
  const text = lines.join(' ')
  return DIALECT.test(text) || text.split(/(?<=[.:;])\s+/).some((sentence) => RIDDLE.test(sentence))
}

function reportStyle(root: string): StyleReport {
  const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const files = tracked.split('\0').filter(Boolean)
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
  const comments = [...texts.values()].flatMap(commentsOf)
  const lines = comments.flat()
  return {
    files: files.length,
    commentLines: lines.length,
    wordsPerLine: lines.reduce((sum, line) => sum + wordsIn(line), 0) / lines.length,
    dialect: comments.filter(isUnclearComment).length / comments.length,
    singleImporter: singleImporters(texts),
    largeFeatures: largeFeatures(files),
  }
}

function singleImporters(texts: ReadonlyMap<string, string>): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [file, text] of texts) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const [, target = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = path.posix.normalize(path.posix.join(path.posix.dirname(file), target))
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
    // An import with an alias (`#…`) comes from another folder.
    for (const [, alias = ''] of text.matchAll(/from '#([^']+)'/g)) {
      const imported = alias.replace(/^web\//, 'web/src/')
      importers.set(imported, (importers.get(imported) ?? new Set()).add(file))
    }
  }
  return [...importers].flatMap(([file, by]) => {
    const [only] = by
    return by.size === 1 && only && path.posix.dirname(only) === path.posix.dirname(file) && texts.has(file)
      ? [file]
      : []
  })
}

function largeFeatures(files: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) {
    const feature = /^web\/src\/features\/([^/]+)\//.exec(file)?.[1]
    if (feature && !/\.test\.tsx?$/.test(file)) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].filter(([, count]) => count > FEATURE_FILES).sort(([, a], [, b]) => b - a))
}

/** Prints the report in a few lines. */
export function printStyleReport(root: string): void {
  const { files, commentLines, wordsPerLine, dialect, singleImporter, largeFeatures } = reportStyle(root)
  console.log(`Style: ${files} source files, ${commentLines} comment lines`)
  console.log(
    `  ${wordsPerLine.toFixed(1)} words a comment line (10 at most), ${Math.round(100 * dialect)} % of comments with dialect`,
  )
  console.log(`  ${singleImporter.length} files whose only importer is beside them`)
  const features = Object.entries(largeFeatures).map(([name, count]) => `${name} ${count}`)
  console.log(`  web features above ${FEATURE_FILES} files: ${features.join(', ') || 'none'}`)
}

if (import.meta.main) printStyleReport(path.join(import.meta.dirname, '..'))

/**
 * Part of `npm run check`: forbids object lookups by arbitrary keys.
 * For `constructor`, a plain object returns an inherited value.
 * Allowed: `lookUp` of domain/dictionary.ts, a Map, and Object.hasOwn instead of `in`.
 */
import path from 'node:path'
import {
  type ElementAccessExpression,
  type Expression,
  isAsExpression,
  isBinaryExpression,
  isDeleteExpression,
  isElementAccessExpression,
  isPrivateIdentifier,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript-in-go/unstable/ast'
import { API, type Checker, type Type, TypeFlags } from 'typescript-in-go/unstable/sync'

/**
 * Matches test files.
 * They need no check, because tests choose the keys of their objects.
 */
const TESTS = /\.test\.tsx?$|\/fixtures[^/]*\.tsx?$|^tests\//

/**
 * Source file of `lookUp`.
 * Other files must use `lookUp` to read dictionaries by string keys.
 */
const LOOKUP_MODULE = 'domain/dictionary.ts'

/** Types of keys that are safe without `lookUp`: literal strings, and types other than strings. */
const SAFE_KEYS =
  TypeFlags.StringLiteral |
  TypeFlags.TemplateLiteral |
  TypeFlags.NumberLike |
  TypeFlags.ESSymbolLike |
  TypeFlags.Undefined |
  TypeFlags.Never

interface Lookup {
  node: Node
  of: Expression
  key: Expression
}

/**
 * Returns the places where a project looks up an object by an arbitrary key, which is forbidden.
 * Each place is formatted as `file:line text`.
 */
export function findUnsafeLookups(configFile: string): string[] {
  const folder = path.dirname(configFile)
  const api = new API({ cwd: folder })
  try {
    const project = api.updateSnapshot({ openProject: configFile }).getProjects()[0]
    if (!project) throw new Error(`${configFile} is no project.`)
    const { program, checker } = project
    return program.getSourceFileNames().flatMap((name) => {
      const relative = path.relative(folder, name)
      if (!/\.tsx?$/.test(name) || name.includes('/node_modules/')) return []
      if (relative === LOOKUP_MODULE || TESTS.test(relative)) return []
      const file = program.getSourceFile(name)
      return file ? findIn(file, relative, checker) : []
    })
  } finally {
    api.close()
  }
}

function findIn(file: SourceFile, name: string, checker: Checker): string[] {
  const lookups = collect(file)
  const keys = checker.getTypeAtLocation(lookups.map(({ key }) => key))
  const chosen = lookups.filter((_, index) => !isSafe(keys[index], checker))
  const types = checker.getTypeAtLocation(chosen.map(({ of }) => of))
  return chosen
    .filter(({ node }, index) => isBinaryExpression(node) || !isList(types[index], checker))
    .map(({ node }) => {
      const line = file.text.slice(0, node.getStart(file)).split('\n').length
      return `${name}:${line} ${node.getText(file).replace(/\s+/g, ' ')}`
    })
}

function collect(file: SourceFile): Lookup[] {
  const lookups: Lookup[] = []
  const visit = (node: Node): void => {
    if (isElementAccessExpression(node) && !isDeleteExpression(node.parent)) lookups.push(lookupOf(node))
    else if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
      if (!isPrivateIdentifier(node.left)) lookups.push({ node, of: node.right, key: node.left as Expression })
    node.forEachChild(visit)
  }
  visit(file)
  return lookups
}

/**
 * Returns the object and the key of a lookup such as `object[key]`.
 * Ignores a type cast of the key, which has no effect at run time.
 */
function lookupOf(node: ElementAccessExpression): Lookup {
  const key = node.argumentExpression
  return { node, of: node.expression, key: isAsExpression(key) ? key.expression : key }
}

function isSafe(type: Type | undefined, checker: Checker): boolean {
  if (!type) return false
  if (type.isUnionType()) return type.getTypes()?.every((part) => isSafe(part, checker)) ?? false
  if (type.flags & SAFE_KEYS) return true
  const constraint = checker.getBaseConstraintOfType(type)
  return constraint !== undefined && constraint.id !== type.id && isSafe(constraint, checker)
}

function isList(type: Type | undefined, checker: Checker): boolean {
  if (!type) return false
  if (type.isUnionType()) return type.getTypes()?.every((part) => isList(part, checker)) ?? false
  if (type.flags & (TypeFlags.Undefined | TypeFlags.Null)) return true
  const infos = checker.getIndexInfosOfType(checker.getApparentType(type) ?? type)
  return infos.length > 0 && infos.every(({ keyType }) => Boolean(keyType.flags & TypeFlags.NumberLike))
}

if (import.meta.main) {
  const found = findUnsafeLookups(path.join(import.meta.dirname, '../tsconfig.json'))
  for (const lookup of found) console.log(lookup)
  if (found.length > 0) {
    console.log(
      'Use lookUp() of domain/dictionary.ts, a Map, or Object.hasOwn: the object inherits names such as constructor.',
    )
    process.exitCode = 1
  }
}

/**
 * Builds translated texts: compiles the macros with English text, and the catalogues.
 * English has no catalogue, so each chunk contains only its own screens' texts.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { types as Babel, PluginObj } from '@babel/core'
import macros from '@lingui/babel-plugin-lingui-macro'
import { getConfig } from '@lingui/conf'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { parsePo } from 'pofile-ts'
import type { PluginOption } from 'vite'
import { LOCALES, SOURCE_LOCALE } from '../contract/languages/locales.ts'

/** Content of the comment that Lingui's macros write before each message. */
const MARK = '* i18n '

/** Compiles English texts like catalogues, so browsers need no message parser. */
function compileEnglish({ types: t }: { types: typeof Babel }): PluginObj {
  return {
    visitor: {
      Program: {
        exit(program) {
          program.traverse({
            ObjectExpression({ node, parent }) {
              if (!node.leadingComments?.some(({ value }) => value === MARK)) return
              // Skips messages whose English text the code reads, such as those of a schema.
              if (t.isMemberExpression(parent)) return
              for (const property of node.properties) {
                if (!t.isObjectProperty(property) || !t.isStringLiteral(property.value)) continue
                if (t.isIdentifier(property.key, { name: 'message' }))
                  property.value = t.valueToNode(compileMessage(property.value.value))
              }
            },
          })
        },
      },
    },
  }
}

const configPath = new URL('lingui.config.ts', import.meta.url).pathname
const config = getConfig({ configPath })
const packages = [...config.macro.corePackage, ...config.macro.jsxPackage]
const importsMacros = new RegExp(packages.map((name) => `from '${name}'`).join('|'))

/**
 * Path of a source file that reads the English texts of messages at run time.
 * The build therefore does not compile its messages.
 */
const READS_TEXTS = /\/contract\/http\/schema-texts\.ts$/

const CATALOGUES = path.join(import.meta.dirname, '../contract/languages')

/** Returns the languages that were checked by a native speaker: English, and those whose catalogue names a reviewer. */
function reviewedLocales(): string[] {
  const isReviewed = (locale: string) => {
    const { headers } = parsePo(readFileSync(path.join(CATALOGUES, locale, 'residents.po'), 'utf8'))
    return Boolean(headers['X-Reviewed-By'])
  }
  return LOCALES.filter((locale) => locale === SOURCE_LOCALE || isReviewed(locale))
}

/**
 * Returns the Vite plugins for translated texts, for build, development and tests.
 * `files` matches the web app's sources with texts.
 * Servers compile their texts at run time.
 */
export const translationPlugins = (files = /./): PluginOption => [
  babel({
    presets: [
      {
        preset: { plugins: [[macros, { descriptorFields: 'message', linguiConfig: config }], compileEnglish] },
        rolldown: { filter: { code: importsMacros, id: { include: files, exclude: READS_TEXTS } } },
      },
    ],
  }),
  lingui({ configPath }),
  { name: 'reviewed-languages', config: () => ({ define: { REVIEWED_LOCALES: JSON.stringify(reviewedLocales()) } }) },
]

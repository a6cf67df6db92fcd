/**
 * Runs `npm run messages`: writes the texts of the sources to the catalogues.
 * `npm run messages -- check` reports what a language lacks, and fails.
 */

import path from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { STAFF_LOCALES } from '#contract/languages/locales.ts'

const root = path.join(import.meta.dirname, '..')

/** Writes all catalogues. Removes texts that no source has. */
export async function extractMessages(): Promise<void> {
  const config = getConfig({ configPath: path.join(root, 'web/lingui.config.ts') })
  for (const catalogue of await getCatalogs(config)) {
    const isStaff = catalogue.path.endsWith('/staff')
    const locale = config.locales.filter((name) => !isStaff || STAFF_LOCALES.some((staff) => staff === name))
    const made = await catalogue.make({ clean: true, overwrite: false, orderBy: config.orderBy, locale })
    if (!made) throw new Error(`The texts of ${catalogue.path} could not be read.`)
  }
}

if (import.meta.main) await extractMessages()

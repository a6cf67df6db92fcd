/** Names of people, materials and files. */
import { t } from '@lingui/core/macro'
import type { Material } from '#domain/city.ts'
import { CSV_BYTE_ORDER_MARK, type CsvCell, formatCsvLine } from '#domain/csv-line.ts'
import { cacheByReaderLocale } from '#domain/reader-locale.ts'
import { createCityTimeFormatter } from './times.ts'

/** Returns up to two initials of a name, in capitals. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('')
}

/** Returns a site's name, such as 'North Dumping Site'; the id if unknown. */
export function siteNameOf(sites: readonly { id: string; name: string }[], siteId: string): string {
  return sites.find(({ id }) => id === siteId)?.name ?? siteId
}

/**
 * Returns a button's accessible name, such as 'Edit: T001'.
 * It starts with the visible text, which speech control needs.
 */
export const accessibleActionNameOf = (text: string, object: string) => t`${text}: ${object}`

/** Returns the name of a material, such as 'Plastic'. */
export const materialLabelOf = (material: Material) => materialLabels()[material]

const materialLabels = (): Record<Material, string> => ({
  plastic: t`Plastic`,
  paper: t`Paper`,
  glass: t`Glass`,
  metal: t`Metal`,
  organic: t`Organic`,
  textile: t`Textile`,
  other: t`Other`,
})

/**
 * Returns a material's CSS colour.
 * Screens always show the name beside it.
 */
export const materialColorOf = (material: Material) => `var(--ws-material-${material})`

const lists = cacheByReaderLocale((locales) => new Intl.ListFormat(locales, { type: 'conjunction' }))

/** Formats names as 'Ablekuma North and Ayawaso West' or 'A, B and C'. */
export const formatList = (names: readonly string[]) => lists().format(names)

const year = createCityTimeFormatter({ year: 'numeric' })
const month = createCityTimeFormatter({ month: '2-digit' })
const day = createCityTimeFormatter({ day: '2-digit' })
/** Characters that some file systems do not allow in file names. */
const FORBIDDEN = /[\\/:*?"<>|]/g

/**
 * Returns a picture's file name with the city's day: 'waste-analysis-north-dumping-site-2026-03-04.jpg'.
 * `at` is epoch ms.
 */
export function createAnalysisFileName(site: string, at: number): string {
  const name = site.toLowerCase().replace(/\s/g, '-').replace(FORBIDDEN, '-')
  return `waste-analysis-${name}-${year(at)}-${month(at)}-${day(at)}.jpg`
}

/** Returns the table as CSV; null becomes an empty cell. */
export const csvOf = (columns: readonly string[], rows: readonly (readonly CsvCell[])[]) =>
  CSV_BYTE_ORDER_MARK + [columns, ...rows].map(formatCsvLine).join('')

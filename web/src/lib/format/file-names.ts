/** Names of downloaded files. */
import { inCity } from './city-time.ts'

const year = inCity({ year: 'numeric' })
const month = inCity({ month: '2-digit' })
const day = inCity({ day: '2-digit' })
/** Characters that some file systems forbid in names. */
const FORBIDDEN = /[\\/:*?"<>|]/g

/**
 * Returns 'waste-analysis-north-dumping-site-2026-03-04.jpg' with the city's day.
 * `at` is epoch ms.
 */
export function analysisFileName(site: string, at: number): string {
  const name = site.toLowerCase().replace(/\s/g, '-').replace(FORBIDDEN, '-')
  return `waste-analysis-${name}-${year(at)}-${month(at)}-${day(at)}.jpg`
}

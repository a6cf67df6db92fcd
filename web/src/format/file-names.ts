/** What files are called that people keep. */
import { inCity } from './city-time.ts'

const year = inCity({ year: 'numeric' })
const month = inCity({ month: '2-digit' })
const day = inCity({ day: '2-digit' })
/** What some file system does not take in a name. */
const FORBIDDEN = /[\\/:*?"<>|]/g

/** 'waste-analysis-north-dumping-site-2026-03-04.jpg'; the day is the city's. `at`: epoch ms. */
export function analysisFileName(site: string, at: number): string {
  const name = site.toLowerCase().replace(/\s/g, '-').replace(FORBIDDEN, '-')
  return `waste-analysis-${name}-${year(at)}-${month(at)}-${day(at)}.jpg`
}

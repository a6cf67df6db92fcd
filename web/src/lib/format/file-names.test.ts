/** A picture's file name has its site and the city's day. */
import { expect, it } from 'vitest'
import { analysisFileName } from './file-names.ts'

it.each([
  ['North Dumping Site', '2026-03-04T10:00:00Z', 'waste-analysis-north-dumping-site-2026-03-04.jpg'],
  ['Tema / East: "old"', '2026-12-31T23:59:59Z', 'waste-analysis-tema---east---old--2026-12-31.jpg'],
])('%s', (site, at, name) => expect(analysisFileName(site, Date.parse(at))).toBe(name))

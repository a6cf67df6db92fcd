/**
 * Converts cities' published waste data for the forecaster's evaluation.
 * Usage: `node tools/evaluate/cities.ts FOLDER > cities.csv`.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** Factors from pounds and kilograms to tonnes. */
const [POUND, KILOGRAM] = [0.000_453_592_37, 0.001]

const [folder] = process.argv.slice(2)
if (!folder) {
  console.error('Give the folder with msw_daily_multi_city and austin_2021_loads.')
  process.exit(1)
}

const rowsOf = (...file: string[]) =>
  readFileSync(path.join(folder, ...file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

console.log('date,district,tonnes,material')
// Of two Sri Lankan files, this one has corrected dates.
// The evaluation adds all kinds of waste to the day's total.
for (const [area, date, kind, kilograms] of rowsOf('msw_daily_multi_city', 'sri_lanka_daily.csv'))
  console.log([date, area, Number(kilograms) * KILOGRAM, kind].join(','))
for (const [date, , kilograms] of rowsOf('msw_daily_multi_city', 'austin_daily_total.csv'))
  console.log([date, 'Austin', Number(kilograms) * KILOGRAM, ''].join(','))
/** Maps a kind of waste to its treatment. */
const treatmentOf = (kind: string) => {
  if (kind.includes('RECYCL')) return 'recycling'
  return ['ORGANICS', 'BRUSH', 'YARD TRIMMING'].some((word) => kind.includes(word)) ? 'organics' : 'landfill'
}
for (const [date, kind = '', , pounds] of rowsOf('austin_2021_loads', 'loads.csv'))
  if (pounds) {
    console.log([date, 'Austin 2021', Number(pounds) * POUND, kind].join(','))
    console.log([date, 'Austin 2021 in three', Number(pounds) * POUND, treatmentOf(kind)].join(','))
  }

/** Each field of the configuration has a section, so that its error can be shown. */
import { expect, it } from 'vitest'
import { sectionOf } from './section-names.ts'

it.each([
  ['customers.Ablekuma North', 'customers'],
  ['dumping_sites.0.distances.Ablekuma North', 'sites'],
  ['dumping_sites', 'sites'],
  ['fuel_prices.diesel', 'figures'],
  ['thresholds.smallZone', 'figures'],
  ['city.currency.code', 'city'],
  ['automaticDispatch', 'automation'],
  ['compositionDateShiftHours', 'automation'],
])('%s is in %s', (path, section) => expect(sectionOf(path)).toBe(section))
